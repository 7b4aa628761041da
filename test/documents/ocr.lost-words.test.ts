import { expect, test } from 'vitest'
import { lostWords } from '../../server/src/documents/ocr/lost-words.ts'
import { lineOf } from '../../server/src/documents/ocr/text-lines.ts'

/** Letters of ten pixels, a blank between words. */
function lettersOf(text: string) {
  return Array.from(text, (sign, at) => ({
    sign,
    x0: 12 * at,
    x1: 12 * at + 10,
    y0: sign === '.' ? 18 : 0,
    y1: 20,
    ink: 80,
  }))
    .filter(({ sign }) => sign !== ' ')
    .map(({ sign: _, ...part }) => part)
}

const word = (text: string, from: number) => ({
  text,
  x0: 12 * from,
  x1: 12 * (from + text.length) - 2,
  y0: 0,
  y1: 20,
  confidence: 0.9,
})

test('letters that no word holds are a word that was left out, with its points', () => {
  const line = lineOf(lettersOf('5258 41.X 8226'))
  const [lost, ...more] = lostWords(line, [word('5258', 0), word('8226', 10)])
  expect(more).toEqual([])
  expect([lost?.x0, lost?.x1]).toEqual([60, 106])
  expect(lost?.parts).toHaveLength(4)
})

test('what was read whole has lost nothing, and a single speck is no word', () => {
  const line = lineOf(lettersOf('5258 4 8226'))
  expect(lostWords(line, [word('5258', 0), word('8226', 7)])).toEqual([])
  expect(lostWords(line, [word('5258', 0), word('4', 5), word('8226', 7)])).toEqual([])
})

test('words on both ends of a line are found apart', () => {
  const line = lineOf(lettersOf('ATM abc de'))
  expect(lostWords(line, [word('abc', 4)]).map(({ x0 }) => x0)).toEqual([0, 96])
})
