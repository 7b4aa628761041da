/**
 * Tesseract's confidence of a word and the share of such words that were right, as measured over scans of generated
 * pages and of pages with other people's layouts.
 */
const MEASURED: readonly (readonly [said: number, right: number])[] = [
  [0, 0.05],
  [0.3, 0.22],
  [0.55, 0.35],
  [0.67, 0.48],
  [0.76, 0.64],
  [0.82, 0.78],
  [0.86, 0.82],
  [0.89, 0.89],
  [0.92, 0.95],
  [0.96, 0.985],
  [1, 0.99],
]

/** The probability that a word's characters are right, from what Tesseract says of it. */
export function calibrated(said: number): number {
  for (let at = 1; at < MEASURED.length; at++) {
    const [[x0, y0], [x1, y1]] = [MEASURED[at - 1] as [number, number], MEASURED[at] as [number, number]]
    if (said <= x1) return y0 + ((said - x0) / (x1 - x0)) * (y1 - y0)
  }
  return 0.99
}
