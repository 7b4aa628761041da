import type { SeenWord, Trace } from '../spot.ts'
import { median } from '../usual.ts'
import type { WordOnce } from './at-words.ts'

/** Each part has so many words at least. */
const LEAST = 10
/** What the words of a part say in the middle that was compressed twice, at the most; of the other so much is left. */
const [TWICE, LEFT] = [-0.8, 0.45]
/** Of each part's words this share lies on its own side, and the parts lie so many deviations apart. */
const [AGREE, DEVIATIONS] = [0.9, 2.8]
/** Values nearest to where the parts meet are told. */
const MOST_TOLD = 12

/** Where a word's line begins at the left edge, whatever the sheet's slope. */
const lineOf = ({ spot: { x, y, slope } }: SeenWord) => y - slope * x

interface Part {
  some: readonly WordOnce[]
  middle: number
}

const partOf = (some: readonly WordOnce[]): Part => ({ some, middle: median(some.map(({ mean }) => mean)) })

/** How far a part that was compressed twice lies from one that was not, in deviations; 0 where they are not those. */
function apart(twice: Part, once: Part): number {
  const between = (twice.middle + once.middle) / 2
  const agree = (of: Part, is: (mean: number) => boolean) =>
    of.some.filter(({ mean }) => is(mean)).length >= AGREE * of.some.length
  if (twice.middle > TWICE || once.middle < LEFT * twice.middle) return 0
  if (!agree(twice, (mean) => mean < between) || !agree(once, (mean) => mean > between)) return 0
  const off = [twice, once].flatMap(({ some, middle }) => some.map(({ mean }) => Math.abs(mean - middle)))
  return (once.middle - twice.middle) / Math.max(1.48 * median(off), LEAST_SPREAD)
}

const LEAST_SPREAD = 0.1

/**
 * A page of two pictures, one over the other: in one part the squares of an earlier compression lie where those of the
 * last do, in the other they do not. Rows were taken out and the rest moved up, or the foot of another scan was joined
 * to it. Pure.
 */
export function joinedPictures(said: readonly WordOnce[], words: readonly SeenWord[]): Trace[] {
  const line = ({ at }: WordOnce) => lineOf(words[at] as SeenWord)
  const sorted = said.toSorted((a, b) => line(a) - line(b))
  if (sorted.length < 2 * LEAST) return []
  const splits = Array.from({ length: sorted.length - 2 * LEAST + 1 }, (_, n) => n + LEAST)
  const found = splits.flatMap((at) => {
    const [upper, lower] = [partOf(sorted.slice(0, at)), partOf(sorted.slice(at))]
    const [above, below] = [apart(lower, upper), apart(upper, lower)]
    return [
      { far: above, later: upper.some.toReversed() },
      { far: below, later: lower.some },
    ]
  })
  const { far, later } = found.reduce((best, one) => (one.far > best.far ? one : best))
  if (far < DEVIATIONS) return []
  const what = 'it lies in a part of the page that was joined to the rest: the squares of its compression lie elsewhere'
  return later
    .filter(({ value }) => value)
    .slice(0, MOST_TOLD)
    .map(({ at }) => ({ at, kind: 'pasted' as const, clear: true, what }))
}
