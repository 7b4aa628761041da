import { expect, test } from 'vitest'
import type { Fill, Word } from '../../server/src/documents/model/page.ts'
import { pageOf } from './read-raw.ts'
import { codesOf, flagNamed, word } from './risk-case.ts'

const SIZE = 10
const owed = (text: string, more: Partial<Word> = {}) =>
  word(text, [400, 600, 400 + 5 * text.length, 600 + SIZE], { size: SIZE, order: 5, ...more })

const patch = (from: number, to: number, more: Partial<Fill> = {}): Fill => ({
  box: [from, 599, to, 611],
  color: '#ffffff',
  order: 9,
  ...more,
})

const paper = (debt: Word, page: { fills?: Fill[]; wipes?: Fill[] }) => ({
  type: 'BANK_STATEMENT' as const,
  words: [debt],
  page,
})

test.each<[string, Word, { fills?: Fill[]; wipes?: Fill[] }]>([
  ['a white box over a minus', owed('-47.33'), { fills: [patch(399.7, 403.3)] }],
  ['a thin one, which is taken for a line', owed('-1,147.33'), { wipes: [patch(399.7, 403.3)] }],
  ['a nearly white one over a dash', owed('–47.33'), { wipes: [patch(399, 404, { color: '#f4f4f4' })] }],
  ['a box over a minus behind its number', owed('1.147,33-'), { fills: [patch(441.5, 446)] }],
])('%s hides what is owed', (_, debt, page) => {
  expect(flagNamed(paper(debt, page), 'SIGN_COVERED')).toMatchObject({ severity: 'high', proof: true })
})

test.each<[string, Word, { fills?: Fill[]; wipes?: Fill[] }]>([
  ['a ground that was there before', owed('-47.33'), { fills: [patch(390, 450, { order: 2 })] }],
  ['a black bar', owed('-47.33'), { fills: [patch(399.7, 403.3, { color: '#000000' })] }],
  ['a line of the table beside it', owed('-47.33'), { wipes: [patch(397, 399.5)] }],
  ['a line under it', owed('-47.33'), { wipes: [{ ...patch(380, 440), box: [380, 598, 440, 599] }] }],
  ['an amount without a sign', owed('147.33'), { fills: [patch(399.7, 403.3)] }],
  ['what hides all of it', owed('-47.33'), { fills: [patch(390, 450)] }],
])('%s hides no sign', (_, debt, page) => expect(codesOf(paper(debt, page))).not.toContain('SIGN_COVERED'))

test('thin light areas over characters are kept, those that were there before are not', async () => {
  const text = 'BT /F1 10 Tf 100 700 Td (-47.33) Tj ET'
  const box = '1 g 99.7 698 3.3 11 re f 0 g'
  expect((await pageOf(`${text} ${box}`)).wipes).toMatchObject([{ color: '#ffffff' }])
  expect((await pageOf(`${box} ${text}`)).wipes).toBeUndefined()
  expect((await pageOf(`${text} 0 g 99.7 698 3.3 11 re f`)).wipes).toBeUndefined()
})
