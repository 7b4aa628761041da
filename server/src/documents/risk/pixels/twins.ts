import type { Bitmap } from '../../ocr/bitmap.ts'
import type { Glyph } from './glyphs.ts'
import { nearestSketches } from './nearest-sketches.ts'

/** The most alike that a glyph has elsewhere on the page. */
export interface Twin {
  /** Its place among the glyphs; -1 where none is of its size. */
  at: number
  /** Mean square of the difference between their pixels, as a logarithm. */
  unlike: number
  /** The same of the next in likeness. */
  next: number
}

/** So many whose sketches are nearest are compared pixel by pixel. */
const COMPARED = 8
/** Pixels around a glyph that are compared too: the paper's grain is part of what is copied. */
const AROUND = 1

/** For each glyph its twin in another word. Time grows with the square of their number, some 30 ns a pair. Pure. */
export function twinsOf(bitmap: Bitmap, glyphs: readonly Glyph[]): Twin[] {
  return glyphs.map((glyph) => {
    let [found, next] = [{ at: -1, square: Infinity }, Infinity]
    for (const at of likely(glyph, glyphs)) {
      const square = difference(bitmap, glyph, glyphs[at] as Glyph, next)
      next = Math.min(next, Math.max(square, found.square))
      if (square < found.square) found = { at, square }
    }
    return { at: found.at, unlike: Math.log(found.square + 1), next: Math.log(next + 1) }
  })
}

function likely(glyph: Glyph, glyphs: readonly Glyph[]): number[] {
  return nearestSketches(
    glyph,
    glyphs,
    COMPARED,
    ({ of, wide, high }) => of !== glyph.of && Math.abs(wide - glyph.wide) <= 1 && Math.abs(high - glyph.high) <= 1,
  )
}

// The best of nine places, for a threshold puts a glyph's edge a pixel to either side.
function difference(bitmap: Bitmap, a: Glyph, b: Glyph, limit: number): number {
  let best = limit
  for (let down = -1; down <= 1; down++)
    for (let right = -1; right <= 1; right++) best = Math.min(best, squaresAt(bitmap, a, b, [right, down], best))
  return best
}

function squaresAt(bitmap: Bitmap, a: Glyph, b: Glyph, [right, down]: [number, number], limit: number): number {
  const { width, height, data } = bitmap
  const [wide, high] = [Math.max(a.wide, b.wide) + 2 * AROUND, Math.max(a.high, b.high) + 2 * AROUND]
  const [ax, ay, bx, by] = [a.x - AROUND, a.y - AROUND, b.x - AROUND + right, b.y - AROUND + down]
  if (Math.min(ax, ay, bx, by) < 0 || Math.max(ax, bx) + wide > width || Math.max(ay, by) + high > height) return limit
  const [count, most] = [wide * high, limit * wide * high]
  let sum = 0
  for (let row = 0; row < high && sum < most; row++) {
    let [one, other] = [(ay + row) * width + ax, (by + row) * width + bx]
    for (let column = 0; column < wide; column++) sum += ((data[one++] as number) - (data[other++] as number)) ** 2
  }
  return sum / count
}
