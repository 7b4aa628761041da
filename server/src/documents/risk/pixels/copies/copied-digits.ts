import type { Bitmap } from '../../../ocr/bitmap.ts'
import { threadMs } from '../../../text/thread-time.ts'
import type { Lattice } from '../compressed/lattice.ts'
import { usualSteps } from '../compressed/usual-steps.ts'
import { type Glyph, glyphsOf } from '../glyphs.ts'
import type { SeenWord, Trace } from '../spot.ts'
import { type Counting, copyOdds, type Move, type Place } from './copy-odds.ts'
import { likelySources, type Source } from './likely-sources.ts'
import { printsApart } from './prints-apart.ts'

/** Of one page: the time grows with the square of its letters. So much of this thread's processor time it may take. */
const [MOST_GLYPHS, MOST_MS] = [1_500, 1_000]
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
 * the file has the very numbers that this gives, and other prints of the page's digits do not. `now` is in ms: what
 * would take longer than its time is not looked at, values first.
 */
export function copiedDigits(lattice: Lattice, words: readonly SeenWord[], now: () => number = threadMs): Trace[] {
  const until = now() + MOST_MS
  const { bitmap, x, y } = lattice
  const counting = { bitmap, x, y, steps: usualSteps(bitmap, lattice) ?? lattice.steps }
  const glyphs = digitsOf(bitmap, words)
  const sources = new Map<Glyph, Source[]>()
  for (const glyph of glyphs) {
    if (now() > until) break
    sources.set(glyph, likelySources(bitmap, glyph, glyphs))
  }
  const apart = printsApart(counting, sources)
  if (!apart) return []
  const alike: Alike[] = []
  for (const [glyph, some] of sources) {
    if (now() > until) break
    const odds = some.map(({ move }) => oddsOf(counting, glyph, move, apart)).toSorted((a, b) => b - a)
    const [first = 0, next = 0] = odds
    if (first >= AS_ALIKE) alike.push({ of: glyph.of, odds: first, next })
  }
  return tracesOf(alike, words)
}

/** The letters of words with figures, those of values first. */
function digitsOf(bitmap: Bitmap, words: readonly SeenWord[]): Glyph[] {
  const numbers = words.map((word, of) => ({ ...word, of })).filter(({ text }) => /\d/.test(text))
  const found: Glyph[] = []
  for (const { spot, of } of numbers.toSorted((a, b) => Number(b.value) - Number(a.value))) {
    if (found.length >= MOST_GLYPHS) break
    found.push(...glyphsOf(bitmap, spot, of))
  }
  return found.slice(0, MOST_GLYPHS)
}

/** A digit that is as another, of whichever word. */
interface Alike {
  of: number
  odds: number
  next: number
}

function tracesOf(alike: readonly Alike[], words: readonly SeenWord[]): Trace[] {
  if (new Set(alike.map(({ of }) => of)).size > MOST_WORDS) return []
  const copied = alike
    .filter(({ of }) => words[of]?.value)
    .filter(({ odds, next }) => odds >= RARE && (odds - next >= NEXT || next >= RARE))
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
