import type { Bitmap } from '../../ocr/bitmap.ts'
import { median } from './usual.ts'

/** What is left of a picture when its slow changes are taken away: grain, and the edges of print. */
export interface Residue {
  width: number
  height: number
  /** Four times a pixel less those `STEP` away. */
  rough: Int16Array
  /** For each pixel and the 31 to its right whether the residue is above zero, the first in the lowest bit. */
  signs: Uint32Array
  /** What is farther from zero is print. */
  limit: number
}

const STEP = 3
/** Print is beyond this, and beyond so many times the grain's median. */
const [LEAST_PRINT, TIMES_GRAIN] = [80, 6]
/** Every so many pixels one is looked at for the grain. */
const SAMPLED = 211

/** Some 5 ms for a million pixels. Pure. */
export function residueOf({ width, height, data }: Bitmap): Residue {
  const rough = new Int16Array(width * height)
  const signs = new Uint32Array(width * height)
  const down = STEP * width
  for (let y = STEP; y < height - STEP; y++)
    for (let at = (y + 1) * width - STEP - 1, first = y * width + STEP, word = 0; at >= first; at--) {
      const beside = (data[at - STEP] as number) + (data[at + STEP] as number)
      const left = 4 * (data[at] as number) - beside - (data[at - down] as number) - (data[at + down] as number)
      word = (word << 1) | (left > 0 ? 1 : 0)
      rough[at] = left
      signs[at] = word
    }
  return { width, height, rough, signs, limit: Math.max(LEAST_PRINT, TIMES_GRAIN * grainOf(rough)) }
}

function grainOf(rough: Int16Array): number {
  const some: number[] = []
  for (let at = 0; at < rough.length; at += SAMPLED) some.push(Math.abs(rough[at] as number))
  return median(some)
}

/** Whether a rectangle that lies within the picture has no print on it. */
export function isBlank({ width, rough, limit }: Residue, x: number, y: number, wide: number, high: number): boolean {
  for (let from = y * width + x, row = 0; row < high; row++, from += width)
    for (let at = from; at < from + wide; at++) if (Math.abs(rough[at] as number) > limit) return false
  return true
}
