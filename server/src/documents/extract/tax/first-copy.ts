import type { Box } from '../../model/box.ts'
import { type Caption, findCaptions } from './find-captions.ts'
import type { FormSpec } from './form-spec.ts'
import type { SlipView } from './slip-view.ts'

/** Copies of a slip are further apart than the two languages of one caption, in points. */
const APART = 60

/** Room for the box number left of a caption, in points. */
const NUMBER = 9

/** Captions that must be printed again at the same distance before a page is said to hold copies. */
const WITNESSES = 4

/** Copies repeat at about one distance: two slips of a page need not have the same rows. A share of that distance. */
const SAME_STEP = 0.35

/**
 * Where the first of several copies of a slip ends on the page: the part above the second row of copies and left of
 * the second column. The whole page where no copies are found.
 */
export function firstCopy(view: SlipView, form: FormSpec): Box {
  const again = [...Map.groupBy(findCaptions(view, form), ({ phrase }) => phrase).values()].filter(
    (found) => found.length > 1,
  )
  const pairs = again.map((found) => found.toSorted(readingOrder)).flatMap(withNext)
  const down = copiesOf(pairs.filter(({ side }) => side === 1))
  const across = copiesOf(pairs.filter(({ side }) => side === 0))
  const floor = Math.max(-Infinity, ...down.map(({ box }) => box[3] + 1))
  const right = Math.min(Infinity, ...across.map(({ box }) => box[0] - NUMBER))
  return [-Infinity, floor, right, Infinity]
}

interface Pair {
  first: Caption
  next: Caption
  /** 0 where the next stands beside the first, 1 where it stands below. */
  side: 0 | 1
  step: number
}

function withNext([first, ...rest]: Caption[]): Pair[] {
  if (!first) return []
  return ([0, 1] as const).flatMap((side) => {
    const next = rest.find((other) => stepOf(first, other, side) > APART && aligned(first, other, side === 0 ? 1 : 0))
    return next ? [{ first, next, side, step: stepOf(first, next, side) }] : []
  })
}

/** The second copy's captions, its titles among them, where enough captions of boxes are the same step away. */
function copiesOf(pairs: readonly Pair[]): Caption[] {
  const steps = pairs
    .filter(({ first }) => first.spec)
    .map(({ step }) => step)
    .toSorted((a, b) => a - b)
  const usual = steps[Math.floor(steps.length / 2)] ?? 0
  const regular = pairs.filter(({ step }) => Math.abs(step - usual) < SAME_STEP * usual)
  return regular.filter(({ first }) => first.spec).length >= WITNESSES ? regular.map(({ next }) => next) : []
}

function stepOf(first: Caption, next: Caption, side: 0 | 1): number {
  return side === 0 ? next.box[0] - first.box[0] : first.box[1] - next.box[1]
}

function aligned(a: Caption, b: Caption, side: 0 | 1): boolean {
  return Math.abs(a.box[side] - b.box[side]) < 12
}

function readingOrder(a: Caption, b: Caption): number {
  return Math.abs(b.box[1] - a.box[1]) > 12 ? b.box[1] - a.box[1] : a.box[0] - b.box[0]
}
