import { expect, test } from 'vitest'
import { findLines } from '../../server/src/documents/layout/lines.ts'
import { textLines } from '../../server/src/documents/ocr/text-lines.ts'
import { wordsOf } from './written-page.ts'

const DPI = 200

const part = (x0: number, y0: number, wide: number, high: number) => ({
  x0,
  y0,
  x1: x0 + wide,
  y1: y0 + high,
  ink: 0.5 * wide * high,
})

/** A line of eight letters, as high as that, without the dot of the third. */
const letters = (x0: number, y0: number, high: number) =>
  Array.from({ length: 8 }, (_, at) => part(x0 + at * high, y0, 0.8 * high, high))

test('the dot of a large letter belongs to its word, however large it is', () => {
  const dot = part(2.3 * 40 + 100, 84, 12, 12)
  const [line, ...more] = textLines([...letters(100, 100, 40), dot], [], DPI)
  expect(more).toEqual([])
  expect([line?.y0, line?.parts.length]).toEqual([84, 9])
})

test('small print beside and under a large word is a piece of its own', () => {
  const beside = [part(520, 118, 14, 18), part(540, 118, 14, 18)]
  const under = [part(150, 160, 14, 14), part(170, 160, 14, 14)]
  const lines = textLines([...letters(100, 100, 40), ...beside, ...under], [], DPI)
  expect(lines.map(({ parts }) => parts.length).toSorted()).toEqual([2, 2, 8])
})

test('a bit of an upright rule is no letter', () => {
  const rule = part(400, 80, 6, 70)
  const bits = [part(400, 80, 3, 60), part(404, 84, 3, 58), part(408, 82, 3, 62)]
  expect(textLines([...letters(100, 100, 20), rule], [], DPI)).toHaveLength(1)
  expect(textLines([...letters(100, 100, 20), ...bits], [], DPI)).toHaveLength(1)
  // An I that stands alone is as high as its line.
  expect(textLines([...letters(100, 100, 20), part(500, 99, 4, 21)], [], DPI)).toHaveLength(2)
})

test('words with letters below the base line stand on it with the others', () => {
  const words = wordsOf([
    [50, 600, 'gyp'],
    [200, 602.5, 'TOTAL'],
  ]).map((word) => ({ ...word, origin: 'ocr' as const }))
  expect(findLines(1, words)).toHaveLength(1)
})
