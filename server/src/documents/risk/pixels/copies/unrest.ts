import type { Bitmap } from '../../../ocr/bitmap.ts'
import type { Glyph } from '../glyphs.ts'
import { median } from '../usual.ts'

/** Lines of paper above and below a glyph, in pixels from it. */
const LINES = [4, 5, 6]
/** Pixels are compared with those so far from them; the roughest are print. */
const [STEP, ROUGHEST] = [2, 0.3]

/** How much grain the paper around each glyph has, in parts of what is usual among all, 1 at the most. Pure. */
export function unrestAround(bitmap: Bitmap, glyphs: readonly Glyph[]): (glyph: Glyph) => number {
  const unrest = new Map(glyphs.map((glyph) => [glyph, unrestIn(bitmap, glyph)]))
  const usual = Math.max(1, median([...unrest.values()]))
  return (glyph) => Math.min(1, (unrest.get(glyph) ?? 0) / usual)
}

/** The mean square of the residue of paper above and below a glyph. */
function unrestIn({ width, height, data }: Bitmap, { x, y, wide, high }: Glyph): number {
  const squares: number[] = []
  for (const line of LINES.flatMap((away) => [y - away, y + high - 1 + away]))
    for (let column = x - STEP; column < x + wide + STEP; column++) {
      if (line < STEP || line >= height - STEP || column < STEP || column >= width - STEP) continue
      const at = line * width + column
      const beside = (data[at - STEP] as number) + (data[at + STEP] as number)
      const around = beside + (data[at - STEP * width] as number) + (data[at + STEP * width] as number)
      squares.push((4 * (data[at] as number) - around) ** 2)
    }
  const smooth = squares.toSorted((a, b) => a - b).slice(0, Math.ceil((1 - ROUGHEST) * squares.length))
  return smooth.reduce((sum, square) => sum + square, 0) / Math.max(1, smooth.length)
}
