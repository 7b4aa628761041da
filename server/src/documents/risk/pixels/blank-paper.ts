import type { Bitmap } from '../../ocr/bitmap.ts'

/** Side of the squares looked at, in pixels. */
const SIDE = 16
/** A square whose brightest and darkest pixel are further apart has something printed on it. */
const PRINTED = 48
/** Paper that is all one brightness in more than this share of its squares was never scanned, or has been cleaned. */
const CLEANED = 0.5

/**
 * Whether the paper shows the grain of a scan or a photograph. Where it does not (a page drawn by a program, two tones,
 * background made white), letters that are alike to the pixel and paper without grain prove nothing. Pure.
 */
export function hasGrain({ width, height, data }: Bitmap): boolean {
  let [blank, flat] = [0, 0]
  for (let top = 0; top + SIDE <= height; top += SIDE)
    for (let left = 0; left + SIDE <= width; left += SIDE) {
      const range = rangeIn(data, top * width + left, width)
      if (range < PRINTED) blank++
      if (range === 0) flat++
    }
  return blank > 0 && flat < CLEANED * blank
}

function rangeIn(data: Uint8Array, from: number, width: number): number {
  let [least, most] = [255, 0]
  for (let row = 0; row < SIDE && most - least < PRINTED; row++)
    for (let at = from + row * width; at < from + row * width + SIDE; at++) {
      const level = data[at] as number
      if (level < least) least = level
      if (level > most) most = level
    }
  return most - least
}
