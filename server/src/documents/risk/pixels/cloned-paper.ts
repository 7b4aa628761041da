import type { Bitmap } from '../../ocr/bitmap.ts'
import { grainAt, hasGrain } from './alike-grain.ts'
import { type BlankAround, blankAround } from './blank-around.ts'
import { type JoinedValue, joinedValues } from './joined-values.ts'
import { likestOf } from './likest.ts'
import { type Residue, residueOf } from './residue.ts'
import type { SeenWord, Trace } from './spot.ts'

/** Paper around a value, in heights of it: what was taken away filled a little more than the value. */
const AROUND = 0.14
/** Values looked at on one page, figures and those with most paper first. */
const MOST = 8
/** A forger covers a value or a few; where more repeat, the paper does so by itself. */
const MOST_COPIED = 3
/**
 * How much more alike than the next likest place, and how far from chance, in standard deviations: on 260 honest scans
 * none came beyond 1.96 and 8.6.
 */
const [ALONE, BEYOND_CHANCE] = [2.1, 10]
/**
 * Where so much of the paper has no unrest, compression has left it a few patterns that come again by themselves: only
 * what is this alike is a copy then. Of honest scans none came beyond 0.41.
 */
const [PATTERNED, ALIKE_THOUGH_PATTERNED] = [0.15, 0.6]

interface ValuePlace {
  /** Which of the values. */
  value: number
  /** Its place among the words. */
  at: number
  blank: BlankAround
  figures: boolean
}

/** Values that stand on paper which is a copy of blank paper elsewhere on the page, grain and all. Pure. */
export function clonedPaper(bitmap: Bitmap, words: readonly SeenWord[]): Trace[] {
  const values = joinedValues(words)
  if (values.length === 0) return []
  const residue = residueOf(bitmap)
  const copied = placesOf(residue, values).filter(({ blank }) => isCopied(residue, blank))
  const firsts = copied.filter(({ value }, n) => copied.findIndex((other) => other.value === value) === n)
  if (firsts.length > MOST_COPIED) return []
  const what = 'stands on paper that is the same, grain and all, as blank paper elsewhere on the page'
  return firsts.map(({ at }) => ({ at, kind: 'copied' as const, clear: true, what }))
}

function placesOf(residue: Residue, values: readonly JoinedValue[][]): ValuePlace[] {
  const places = values.flatMap((some, value) =>
    some.flatMap(({ at, text, ...edges }) => {
      const blank = blankAround(residue, rectangle(edges))
      if (!blank || !hasGrain(grainAt(residue, blank.paper, blank.y * residue.width + blank.x))) return []
      return [{ value, at, blank, figures: /\d.*\d/.test(text) }]
    }),
  )
  const first = (a: ValuePlace, b: ValuePlace) => Number(b.figures) - Number(a.figures) || size(b.blank) - size(a.blank)
  return places.toSorted(first).slice(0, MOST)
}

function isCopied(residue: Residue, blank: BlankAround): boolean {
  const { alike, next } = likestOf(residue, blank)
  const { still } = grainAt(residue, blank.paper, blank.y * residue.width + blank.x)
  if (still > PATTERNED && alike < ALIKE_THOUGH_PATTERNED) return false
  return alike >= ALONE * next && alike * Math.sqrt(size(blank)) >= BEYOND_CHANCE
}

const size = ({ paper }: BlankAround) => paper.length

function rectangle({ left, right, top, foot }: Omit<JoinedValue, 'at' | 'text'>) {
  const around = AROUND * (foot - top)
  const [x, y] = [Math.round(left - around), Math.round(top - around)]
  return { x, y, wide: Math.round(right + around) - x, high: Math.round(foot + around) - y }
}
