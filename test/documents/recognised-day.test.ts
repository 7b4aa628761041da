import { expect, test } from 'vitest'
import { recognisedDay } from '../../server/src/documents/extract/statement/entry-dates.ts'
import { wordsOf } from './written-page.ts'

const recognised = (text: string) => wordsOf([[50, 600, text]]).map((word) => ({ ...word, origin: 'ocr' as const }))

test.each([
  ['7117', '7/17'],
  ['777', '7/7'],
  ['7/117', '7/17'],
  ['7/123', '7/23'],
  ['12/103', '12/03'],
  ['JULO1', 'JUL 01'],
  ['NOV1S', 'NOV 15'],
])('%s in a column of dates is %s', (text, day) => {
  expect(recognisedDay(recognised(text))).toBe(day)
})

test.each(['1171171', '4471', 'JUL?7', 'ABCO1', '1111', '0000'])('%s is no day, or might be two', (text) => {
  expect(recognisedDay(recognised(text))).toBeUndefined()
})

test('a text layer says what it says', () => {
  expect(recognisedDay(wordsOf([[50, 600, '7117']]))).toBeUndefined()
})
