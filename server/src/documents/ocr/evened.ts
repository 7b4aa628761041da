import type { Bitmap } from './bitmap.ts'

/** A piece of a page with its paper made white and its ink black, as a pack of lines is. */
export function evened({ width, height, data }: Bitmap): Bitmap {
  const sorted = data.toSorted()
  const [paper, ink] = [sorted[Math.floor(0.7 * sorted.length)] ?? 255, sorted[Math.floor(0.02 * sorted.length)] ?? 0]
  const span = Math.max(1, paper - ink)
  return { width, height, data: data.map((level) => Math.max(0, Math.min(255, (255 * (level - ink)) / span))) }
}
