import type { Bitmap } from '../../../ocr/bitmap.ts'
import type { Glyph } from '../glyphs.ts'
import { nearestSketches } from '../nearest-sketches.ts'
import type { Move } from './copy-odds.ts'

/** A glyph that may have been copied to another's place, and how far it lies right and down of it. */
export interface Source {
  glyph: Glyph
  move: Move
}

/** So many whose sketches are nearest are compared pixel by pixel; of these so many are the likely ones. */
const [COMPARED, LIKELY] = [16, 4]
/** A threshold puts a glyph's edge so many pixels to either side. */
const ASIDE = 2
/** Pixels around a glyph that are compared too. */
const AROUND = 1
const MARGIN = ASIDE + AROUND + 1

/**
 * The glyphs of about the same size that are most alike, each at the place where it is; none of one at the picture's
 * edge. Two words may share an edge and so a glyph, which is no source of itself. Pure.
 */
export function likelySources(bitmap: Bitmap, glyph: Glyph, glyphs: readonly Glyph[]): Source[] {
  if (!isWithin(bitmap, glyph)) return []
  const mayBe = (other: Glyph) => isApart(glyph, other) && isOfSize(glyph, other) && isWithin(bitmap, other)
  return nearestSketches(glyph, glyphs, COMPARED, mayBe)
    .map((at) => glyphs[at] as Glyph)
    .map((other) => ({ ...likestPlace(bitmap, glyph, other), glyph: other }))
    .toSorted((a, b) => a.square - b.square)
    .slice(0, LIKELY)
}

const isOfSize = (a: Glyph, b: Glyph) => Math.abs(a.wide - b.wide) <= ASIDE && Math.abs(a.high - b.high) <= ASIDE

const isApart = (a: Glyph, b: Glyph) => Math.abs(a.x - b.x) >= a.wide || Math.abs(a.y - b.y) >= a.high

const isWithin = ({ width, height }: Bitmap, { x, y, wide, high }: Glyph) =>
  x >= MARGIN && y >= MARGIN && x + wide + ASIDE + MARGIN <= width && y + high + ASIDE + MARGIN <= height

function likestPlace(bitmap: Bitmap, glyph: Glyph, other: Glyph): { square: number; move: Move } {
  let found: { square: number; move: Move } = { square: Infinity, move: [0, 0] }
  for (let down = -ASIDE; down <= ASIDE; down++)
    for (let right = -ASIDE; right <= ASIDE; right++) {
      const move: Move = [other.x + right - glyph.x, other.y + down - glyph.y]
      const square = squareAt(bitmap, glyph, move, found.square)
      if (square < found.square) found = { square, move }
    }
  return found
}

/** The sum of squares of what differs, or more than the limit. */
function squareAt({ width, data }: Bitmap, { x, y, wide, high }: Glyph, [right, down]: Move, limit: number) {
  const behind = down * width + right
  let sum = 0
  for (let row = y - AROUND; row < y + high + AROUND && sum < limit; row++)
    for (let at = row * width + x - AROUND, end = at + wide + 2 * AROUND; at < end; at++)
      sum += ((data[at] as number) - (data[at + behind] as number)) ** 2
  return sum
}
