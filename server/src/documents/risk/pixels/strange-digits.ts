import type { Bitmap } from '../../ocr/bitmap.ts'
import { type Compared, compareDigits, type Way } from './compare-digits.ts'
import { digitsOf } from './digit.ts'
import { printedAlike } from './printed-alike.ts'
import type { SeenWord, Trace } from './spot.ts'

/** How far a digit lies from its kind at the most on genuine scans by itself in one way, in deviations. */
const LIMITS: Record<Way, number> = {
  shape: 7,
  foot: 3,
  middle: 4,
  height: 4,
  weight: 4,
  stroke: 4,
  dark: 5,
  edge: 5,
}
/** Ways that go together count as one sign. */
const SIGNS: readonly (readonly [ways: readonly Way[], said: string])[] = [
  [['shape'], 'another shape'],
  [['foot', 'middle'], 'another place on the line'],
  [['height'], 'another height'],
  [['weight', 'stroke'], 'other strokes'],
  [['dark'], 'another darkness'],
  [['edge'], 'other edges'],
]
/** The second sign may be weaker than the first. */
const SECOND = 1.8
/** Two signs beyond the first are rare, beyond the second no page was seen to have them by itself. */
const [RARE, CLEAR] = [1.5, 1.8]
/** Where digits of more words are beyond what is usual, the print is uneven: a forger changes a value or two. */
const MOST_WORDS = 3

/**
 * Digits of values that differ in two ways at once from the same digits in numbers that are printed alike: retyped,
 * drawn, resized, or taken from elsewhere. Words whose digits are all others' are left alone, for they may be set in
 * another type. Pure.
 */
export function strangeDigits(bitmap: Bitmap, words: readonly SeenWord[]): Trace[] {
  const compared = printedAlike(digitsOf(bitmap, words)).flatMap(compareDigits)
  const odd = compared.map((one) => ({ ...one, much: strangenessOf(one) })).filter(({ much }) => much >= 1)
  if (new Set(odd.map(({ digit }) => digit.at)).size > MOST_WORDS) return []
  return odd.flatMap(({ much, ...one }) => {
    if (much < RARE || !words[one.digit.at]?.value) return []
    return [{ at: one.digit.at, kind: 'pasted' as const, clear: much >= CLEAR, what: differences(one) }]
  })
}

/** 1 where two signs are as strong as genuine pages have them one by one. */
export function strangenessOf({ away }: Pick<Compared, 'away'>): number {
  const [first = 0, second = 0] = SIGNS.map(([ways]) => shareOf(ways, away)).toSorted((a, b) => b - a)
  return Math.min(first, SECOND * second)
}

const shareOf = (ways: readonly Way[], away: Compared['away']) =>
  Math.max(...ways.map((way) => (way === 'shape' ? away[way] : Math.abs(away[way])) / LIMITS[way]))

function differences({ digit, away }: Compared): string {
  const shares = SIGNS.map(([ways, said]) => ({ said, share: shareOf(ways, away) }))
  const most = shares.filter(({ share }) => share >= 0.6).toSorted((a, b) => b.share - a.share)
  const said = most.map((one) => one.said).slice(0, 3)
  return `its ${digit.character} has ${said.join(', ')} than every other ${digit.character} of its print`
}
