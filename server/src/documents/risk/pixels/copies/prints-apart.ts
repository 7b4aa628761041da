import { WAVES } from '../compressed/waves.ts'
import type { Glyph } from '../glyphs.ts'
import { median } from '../usual.ts'
import { type Counting, missedBy } from './copy-odds.ts'
import type { Source } from './likely-sources.ts'

/** Fewer glyphs do not tell how far two prints of one are apart; so many are enough. */
const [LEAST, ENOUGH] = [12, 300]
/** Squares of which less lies in the glyph say more of its edge than of it. */
const LEAST_INSIDE = 0.4
/** Half of all lie within so many deviations. */
const HALF = 0.6745

/**
 * The deviation of each wave, in steps, between glyphs and those of the page that are most alike to them: what place,
 * print and grain make of two prints of one. A few copies among them move nothing. Undefined of few. Pure.
 */
export function printsApart(counting: Counting, glyphs: ReadonlyMap<Glyph, readonly Source[]>): number[] | undefined {
  const missed = WAVES.map((): number[] => [])
  const pairs = [...glyphs].flatMap(([glyph, [source]]) => (source ? [{ glyph, move: source.move }] : []))
  if (pairs.length < LEAST) return undefined
  for (const { glyph, move } of pairs.slice(0, ENOUGH))
    for (const { inside, off } of missedBy(counting, glyph, move)) {
      if (inside < LEAST_INSIDE) continue
      for (const [n, one] of off.entries()) missed[n]?.push(one / Math.sqrt(inside))
    }
  return missed.map((all) => median(all) / HALF)
}
