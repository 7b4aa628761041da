import { expect, test } from 'vitest'
import type { Word } from '../../server/src/documents/model/page.ts'
import { withPoints } from '../../server/src/documents/ocr/lost-points.ts'
import { type Written, wordsOf } from './written-page.ts'

/** Ten points high and five wide a character: texts that end at a place. */
const ending = (right: number, y: number, text: string): Written => [right - 5 * text.length, y, text]

const column: Written[] = ['310,00', '94,18', '61,73', '150,00'].map((text, at) => ending(400, 600 - 15 * at, text))

const read = (...texts: Written[]): Word[] => wordsOf(texts)
const unsure = (words: Word[], ...texts: string[]): Word[] =>
  words.map((word) => (texts.includes(word.text) ? { ...word, confidence: 0.8 } : word))
const textsOf = (words: readonly Word[]) => words.map(({ text }) => text)

test('a figure among amounts, beside another on its line, has its point again, and is less sure', () => {
  const words = read(...column, ending(400, 615, '7250'), ending(500, 615, '2.342,87'))
  const found = withPoints(unsure(words, '7250')).find(({ text }) => text === '72,50')
  expect(found?.confidence).toBeLessThan(0.7)
  expect(found?.readings).toEqual(['7250'])
})

test('cents that were torn off stand behind their point', () => {
  const words = withPoints(read(...column, ending(385, 615, '1.618'), ending(400, 615, '44'), ending(500, 615, '2,87')))
  expect(textsOf(words)).toContain('1.618,44')
  expect(textsOf(words)).not.toContain('44')
})

test('years, numbers of accounts and figures of other columns are left alone', () => {
  const others = [
    ending(400, 660, '2026'),
    ending(370, 640, '0093'),
    ending(400, 640, '8520'),
    ending(500, 640, '2,87'),
    ending(300, 600, '4120'),
  ]
  const words = unsure(read(...column, ...others), ...others.map(([, , text]) => text))
  expect(textsOf(withPoints(words))).toEqual(textsOf(words))
})

test.each<[string, string[]]>([
  ['prices', ['85.50', '12.00', '3.20', '150']],
  ['hours', ['7.50', '8.00', '6.25', '100']],
])('%s that were read for sure stay whole', (_, texts) => {
  const rates = texts.map((_, at) => ending(300, 600 - 15 * at, '18.40'))
  const words = read(...rates, ...texts.map((text, at) => ending(400, 600 - 15 * at, text)))
  expect(textsOf(withPoints(words))).toEqual(textsOf(words))
})

test('where other figures of the column have no cents, an unsure one needs none either', () => {
  const texts = ['85.50', '12.00', '3.20', '150', '200', '40']
  const rates = texts.map((_, at) => ending(300, 600 - 15 * at, '18.40'))
  const words = unsure(read(...rates, ...texts.map((text, at) => ending(400, 600 - 15 * at, text))), '150', '200')
  expect(textsOf(withPoints(words))).toEqual(textsOf(words))
})
