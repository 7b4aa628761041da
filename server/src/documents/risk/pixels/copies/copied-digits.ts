import type { Lattice } from '../compressed/lattice.ts'
import { type Glyph, glyphsOf } from '../glyphs.ts'
import type { SeenWord, Trace } from '../spot.ts'
import { copyOdds, type Grain, grainOf, type Place } from './copy-odds.ts'
import { likelySources, type Source } from './likely-sources.ts'
import { unrestAround } from './unrest.ts'

/** Of one page: the time grows with the square of its letters. */
const MOST_GLYPHS = 1_500
/** The odds, as a logarithm, beyond which a digit is a copy, and how far the next likest print must lie below. */
const [RARE, CLEAR, NEXT] = [15, 30, 15]
/** A forger copies a value or a few; where more repeat, a program typed them. */
const MOST_WORDS = 4
/** A copy was cut a little wider than the digit, or its edge was softened and only its inside is one: in pixels. */
const CUTS = [-1, 1]

interface Judged {
  glyph: Glyph
  odds: number
  /** Of the next likest source. */
  next: number
}

/**
 * Digits of values whose pixels are those of another digit of the page, placed anew and compressed once more with it:
 * the file has the very numbers that this gives. Nothing of grain finer than the compression's steps. Pure.
 */
export function copiedDigits(lattice: Lattice, words: readonly SeenWord[]): Trace[] {
  const { bitmap } = lattice
  const all = words.flatMap(({ spot, text }, of) => (/\d/.test(text) ? glyphsOf(bitmap, spot, of) : []))
  const glyphs = all.slice(0, MOST_GLYPHS)
  const unrest = unrestAround(bitmap, glyphs)
  const grain = grainOf(lattice)
  const judged = glyphs
    .filter(({ of }) => words[of]?.value)
    .map((glyph) => {
      const odds = likelySources(bitmap, glyph, glyphs).map((source) =>
        oddsOf(grain, glyph, source, Math.min(unrest(glyph), unrest(source.glyph))),
      )
      const [first = -Infinity, next = -Infinity] = odds.toSorted((a, b) => b - a)
      return { glyph, odds: first, next }
    })
  return tracesOf(judged)
}

function tracesOf(judged: readonly Judged[]): Trace[] {
  const copied = judged.filter(({ odds, next }) => odds >= RARE && odds - Math.max(0, next) >= NEXT)
  const words = Map.groupBy(copied, ({ glyph }) => glyph.of)
  if (words.size > MOST_WORDS) return []
  return [...words].map(([at, some]) => {
    const clear = some.some(({ odds }) => odds >= CLEAR)
    const what = 'has a digit that is another one of the page, grain and all, compressed once more in its new place'
    return { at, kind: 'copied' as const, clear, what }
  })
}

/** Either may be the copy. */
function oddsOf(grain: Grain, glyph: Glyph, { move }: Source, unrest: number): number {
  const [right, down] = move
  const other = { ...glyph, x: glyph.x + right, y: glyph.y + down }
  return Math.max(
    ...CUTS.flatMap((more) => [
      copyOdds(grain, wider(glyph, more), move, unrest),
      copyOdds(grain, wider(other, more), [-right, -down], unrest),
    ]),
  )
}

const wider = ({ x, y, wide, high }: Place, more: number): Place => ({
  x: x - more,
  y: y - more,
  wide: wide + 2 * more,
  high: high + 2 * more,
})
