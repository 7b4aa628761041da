import type { SeenWord } from './tesseract.ts'

const [HIGH, DEEP] = [/[A-Z0-9bdfhkltßÀ-ÞĀ-Ž$€£%&/()[\]|'"!?à-öø-ÿij]/, /[gjpqyQ,;ç()[\]/|§$]/]

/** Where a word's letters stand: parts of the font size, as they are for the usual faces. */
const [ABOVE, MIDDLE, BELOW] = [0.72, 0.52, 0.21]

/** A font size and a base line, in pixels from the top. */
export interface Type {
  size: number
  base: number
}

/** The size and the base line of one piece of a line, from the letters that its words hold. */
export function typeOf(words: readonly SeenWord[]): Type | undefined {
  const seen = words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).map(estimate)
  if (seen.length === 0) return undefined
  return { size: median(seen.map(({ size }) => size)), base: median(seen.map(({ base }) => base)) }
}

/** A word's own size and base line. */
export function estimate({ text, y0, y1 }: SeenWord): Type {
  const deep = DEEP.test(text) ? BELOW : 0
  const size = (y1 - y0) / ((HIGH.test(text) ? ABOVE : MIDDLE) + deep)
  return { size, base: y1 - deep * size }
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] as number
}
