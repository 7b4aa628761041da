import { expect, test } from 'vitest'
import type { Word, WordPiece } from '../../server/src/documents/model/page.ts'
import { joinNumbers } from '../../server/src/documents/text/join-numbers.ts'
import { type Case, codesOf, flagNamed, word } from './risk-case.ts'

const SIZE = 9
/** The text of a page, painted in its turn, and the words that matter. */
function page(...words: Word[]): Case {
  const text = Array.from({ length: 20 }, (_, n) => at(`word${n}x`, 60, 700 - 14 * n, { order: n + 1, program: 'f1' }))
  return { type: 'BANK_STATEMENT', words: [...text, ...words] }
}

const at = (text: string, x: number, y: number, more: Partial<Word> = {}): Word =>
  word(text, [x, y, x + 5 * text.length, y + SIZE], { program: 'f1', order: 5, ...more })

test.each<[string, Word[]]>([
  ['a digit before an amount', [at('1', 395, 600, { order: 40 }), at('1,230.00', 400, 600)]],
  ['a digit of a date', [at('12', 390, 600, { order: 40 }), at('/28/2025', 400, 600)]],
  ['a digit in a font of its own', [at('9', 395, 600, { order: 7, program: 'f8' }), at('1,230.00', 400, 600)]],
  ['digits behind an amount', [at('1,230', 400, 600), at('.95', 425, 600, { order: 40 })]],
])('%s', (_, words) => {
  expect(flagNamed(page(...words), 'NUMBER_IN_TWO_PIECES')).toMatchObject({ severity: 'high', proof: true })
})

test.each<[string, Word[]]>([
  [
    'digits in the boxes of a form, one after the other',
    [at('1', 395, 600, { order: 8 }), at('2', 400, 600, { order: 9 })],
  ],
  ['columns that touch', [at('1', 395, 600, { order: 12 }), at('1,230.00', 400, 600)]],
  ['a figure behind another one', [at('1', 380, 600, { order: 40 }), at('1,230.00', 400, 600)]],
  ['a footnote', [at('1,230.00', 400, 600), at('1', 440, 604, { order: 40, size: 5 })]],
  ['a word before an amount', [at('CAD', 385, 600, { order: 40 }), at('1,230.00', 400, 600)]],
])('not %s', (_, words) => expect(codesOf(page(...words))).toEqual([]))

const piece = (text: string, program: string): WordPiece => ({
  text,
  font: 'Helvetica',
  program,
  size: SIZE,
  color: '#000000',
  rise: 0,
})

test('one number from two fonts of one name', () => {
  const mixed = at('9,230.00', 400, 600, { pieces: [piece('9', 'f8'), piece(',230.00', 'f1')] })
  expect(flagNamed(page(mixed), 'NUMBER_IN_TWO_PIECES').message).toBe('"9,230.00" comes from two fonts of one name')
  // Writers that cut a font into parts of some characters each do so for the whole page.
  const cut = Array.from({ length: 9 }, (_, n) => ({
    ...mixed,
    text: `9,230.0${n}`,
    box: at('', 400, 600 - 14 * n).box,
  }))
  expect(codesOf(page(...cut))).toEqual([])
})

test('what is one number to the eye is read as one', () => {
  const { words } = page(at('1', 395, 600, { order: 40 }), at('1,230.00', 400, 600))
  const [whole, ...others] = joinNumbers(words ?? []).filter(({ text }) => /\d{3}/.test(text))
  expect(whole).toMatchObject({ text: '11,230.00', box: [395, 600, 440, 600 + SIZE] })
  expect(others).toEqual([])
  expect(whole?.setOnto?.map(({ text }) => text)).toEqual(['1', '1,230.00'])
  const columns = [at('1', 395, 600, { order: 12 }), at('1,230.00', 400, 600)]
  expect(joinNumbers(columns)).toEqual(columns)
})
