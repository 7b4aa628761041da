import type { Box } from '../../model/box.ts'
import { type Caption, findCaptions } from './find-captions.ts'
import type { FormSpec } from './form-spec.ts'
import type { SlipView } from './slip-view.ts'

/** Copies of a slip are further apart than the two languages of one caption, in points. */
const APART = 60

/** Captions that must be printed again at the same distance before a page is said to hold copies. */
const WITNESSES = 4

/**
 * Where the first of several copies of a slip ends on the page: the part above the second row of copies and left of
 * the second column. The whole page where no copies are found.
 */
export function firstCopy(view: SlipView, form: FormSpec): Box {
  const captions = findCaptions(view, form).filter(({ spec }) => spec)
  const again = [...Map.groupBy(captions, ({ phrase }) => phrase).values()].filter((found) => found.length > 1)
  const firsts = again.map((found) => found.toSorted(readingOrder))
  const down = firsts.flatMap(([first, ...rest]) =>
    rest.filter((next) => first && first.box[1] - next.box[1] > APART && aligned(first, next, 0)).slice(0, 1),
  )
  const across = firsts.flatMap(([first, ...rest]) =>
    rest.filter((next) => first && next.box[0] - first.box[0] > APART && aligned(first, next, 1)).slice(0, 1),
  )
  const floor = down.length >= WITNESSES ? Math.max(...down.map(({ box }) => box[3])) + 1 : -Infinity
  const right = across.length >= WITNESSES ? Math.min(...across.map(({ box }) => box[0])) - 14 : Infinity
  return [-Infinity, floor, right, Infinity]
}

function aligned(a: Caption, b: Caption, side: 0 | 1): boolean {
  return Math.abs(a.box[side] - b.box[side]) < 12
}

function readingOrder(a: Caption, b: Caption): number {
  return Math.abs(b.box[1] - a.box[1]) > 12 ? b.box[1] - a.box[1] : a.box[0] - b.box[0]
}
