import type { Lattice } from '../compressed/lattice.ts'
import { usualSteps } from '../compressed/usual-steps.ts'
import { type Glyph, glyphsOf } from '../glyphs.ts'
import type { SeenWord, Trace } from '../spot.ts'
import { type Counting, copyOdds, type Move, type Place } from './copy-odds.ts'
import { likelySources } from './likely-sources.ts'
import { printsApart } from './prints-apart.ts'

/** Of one page: the time grows with the square of its letters. */
const MOST_GLYPHS = 1_500
/** The odds, as a logarithm, beyond which a digit is a copy: digits as printed, on 22 scans, came to 19 at the most. */
const [RARE, CLEAR] = [30, 50]
/** The next likest print lies so far below, unless it is a copy of the same as well. */
const NEXT = 25
/** A forger copies a value or a few; where more are as alike as this, a program typed them. */
const [AS_ALIKE, MOST_WORDS] = [12, 4]
/** A copy was cut a little wider than the digit, or its edge was softened and only its inside is one: in pixels. */
const CUTS = [-1, 1]

/**
 * Digits of values whose pixels are those of another digit of the page, placed anew and compressed once more with it:
 * the file has the very numbers that this gives, and other prints of the page's digits do not. Pure.
 */
export function copiedDigits(lattice: Lattice, words: readonly SeenWord[]): Trace[] {
  const { bitmap, x, y } = lattice
  const counting = { bitmap, x, y, steps: usualSteps(bitmap, lattice) ?? lattice.steps }
  const all = words.flatMap(({ spot, text }, of) => (/\d/.test(text) ? glyphsOf(bitmap, spot, of) : []))
  const glyphs = all.slice(0, MOST_GLYPHS)
  const sources = new Map(glyphs.map((glyph) => [glyph, likelySources(bitmap, glyph, glyphs)]))
  const apart = printsApart(counting, sources)
  if (!apart) return []
  const copied = [...sources].flatMap(([glyph, some]) => {
    if (!words[glyph.of]?.value) return []
    const odds = some.map(({ move }) => oddsOf(counting, glyph, move, apart)).toSorted((a, b) => b - a)
    const [first = 0, next = 0] = odds
    return first >= AS_ALIKE ? [{ of: glyph.of, odds: first, next }] : []
  })
  return tracesOf(copied)
}

function tracesOf(alike: readonly { of: number; odds: number; next: number }[]): Trace[] {
  if (new Set(alike.map(({ of }) => of)).size > MOST_WORDS) return []
  const copied = alike.filter(({ odds, next }) => odds >= RARE && (odds - next >= NEXT || next >= RARE))
  return [...Map.groupBy(copied, ({ of }) => of)].map(([at, some]) => {
    const clear = some.some(({ odds }) => odds >= CLEAR)
    const what = 'has a digit that is another one of the page, grain and all, compressed once more in its new place'
    return { at, kind: 'copied' as const, clear, what }
  })
}

/** Either may be the copy. */
function oddsOf(counting: Counting, glyph: Glyph, [right, down]: Move, apart: readonly number[]): number {
  const other = { ...glyph, x: glyph.x + right, y: glyph.y + down }
  return Math.max(
    ...CUTS.flatMap((more) => [
      copyOdds(counting, wider(glyph, more), [right, down], apart),
      copyOdds(counting, wider(other, more), [-right, -down], apart),
    ]),
  )
}

const wider = ({ x, y, wide, high }: Place, more: number): Place => ({
  x: x - more,
  y: y - more,
  wide: wide + 2 * more,
  high: high + 2 * more,
})
