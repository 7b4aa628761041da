import { expect, test } from 'vitest'
import { withLostSigns } from '../../server/src/documents/ocr/lost-signs.ts'
import { lineOf } from '../../server/src/documents/ocr/text-lines.ts'

/** Ink of a sign in a line of letters twenty pixels high, each twelve wide. */
const INK: Readonly<Record<string, readonly [wide: number, y0: number, y1: number]>> = {
  '*': [9, 0, 9],
  '-': [9, 9, 12],
  _: [10, 19, 22],
  x: [10, 9, 20],
}

function lineOfInk(text: string) {
  const parts = Array.from(text, (sign, at) => {
    const [wide, y0, y1] = INK[sign] ?? [10, 0, 20]
    return { sign, x0: 12 * at, x1: 12 * at + wide, y0, y1, ink: 60 }
  })
  return lineOf(parts.filter(({ sign }) => sign !== ' ').map(({ sign: _, ...part }) => part))
}

/** The words that were read of it; the others were left out. */
function read(text: string, ...words: string[]): string {
  const seen = words.map((word) => {
    const at = text.indexOf(word)
    return { text: word, x0: 12 * at, x1: 12 * (at + word.length) - 2, y0: 0, y1: 20, confidence: 0.95 }
  })
  return withLostSigns(lineOfInk(text), seen)
    .map((word) => word.text)
    .join(' ')
}

test('stars that hide digits are read by their shape', () => {
  expect(read('4631 8252 **** 9748', '4631', '8252', '9748')).toBe('4631 8252 **** 9748')
  expect(read('4631 ** 9748', '4631', '9748')).toBe('4631 9748')
  expect(read('4631 xxxx 9748', '4631', '9748')).toBe('4631 9748')
})

test('a dash between figures makes one number of them, and a span of two dates', () => {
  expect(read('42-0418226', '42', '0418226')).toBe('42-0418226')
  expect(read('09/10/2026 - 10/09/2026', '09/10/2026', '10/09/2026')).toBe('09/10/2026 - 10/09/2026')
  expect(read('01.05.26-31.05.26', '01.05.26', '31.05.26')).toBe('01.05.26 - 31.05.26')
})

test('elsewhere, and at the foot of a line, such ink is the rest of a rule', () => {
  expect(read('Total - Net', 'Total', 'Net')).toBe('Total Net')
  expect(read('42 _ 18', '42', '18')).toBe('42 18')
})
