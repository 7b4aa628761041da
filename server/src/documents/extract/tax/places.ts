import { area, around, type Box, height, holds, middle, overlapAcross, overlapUp } from '../../model/box.ts'
import type { Word } from '../../model/page.ts'
import type { Caption } from './find-captions.ts'
import type { BoxNumber } from './find-numbers.ts'
import type { BoxSpec } from './form-spec.ts'
import type { SlipView } from './slip-view.ts'

/** Where a form says that a box is: one caption or one number of it. */
export interface Place {
  spec: BoxSpec
  kind: 'caption' | 'number'
  box: Box
  /** A number that no caption goes with is weak by itself. */
  weak: boolean
  /** The compartment that rules draw around it. */
  cell: Box | undefined
  /** The caption and its number, which are one label although they are two places. */
  label: Caption | undefined
}

/** The printed words themselves, for what may not stand between a label and its value. */
export interface Print {
  box: Box
  spec: BoxSpec | undefined
}

/** A form box is smaller than this share of a page's width and height; what is larger holds several. */
const CELL = { width: 400, height: 110 }

export function placesOf(view: SlipView, captions: readonly Caption[], numbers: readonly BoxNumber[]): Place[] {
  const attached = new Map<Word, Caption>()
  for (const caption of captions) if (caption.number) attached.set(caption.number, caption)
  const named = captions.flatMap((caption): Place[] =>
    caption.spec
      ? [
          {
            spec: caption.spec,
            kind: 'caption',
            box: caption.box,
            weak: false,
            cell: cellAround(view, caption.box),
            label: caption,
          },
        ]
      : [],
  )
  const numbered = numbers.map(
    ({ spec, word, attached: strong }): Place => ({
      spec,
      kind: 'number',
      box: word.box,
      weak: !strong,
      cell: cellAround(view, word.box),
      label: attached.get(word),
    }),
  )
  return [...named, ...numbered]
}

/** The smallest compartment of a form box's size around the middle of `box`. */
export function cellAround({ compartments }: SlipView, box: Box): Box | undefined {
  return compartments
    .map((compartment) => compartment.box)
    .filter((cell) => holds(cell, box) && cell[2] - cell[0] < CELL.width && height(cell) < CELL.height)
    .toSorted((a, b) => area(a) - area(b))[0]
}

/** How a value stands to a label. */
export interface Relation {
  way: 'right' | 'below'
  /** White space between the two, in points. */
  distance: number
  /** How far the value stands out of the label's own column, in points; 0 beneath it. */
  aside: number
}

const FARTHEST = { right: 520, below: 44, before: 24 }

/** Values hardly ever begin left of their label, so that a point to the left counts as many to the right. */
const LEFTWARD = 6

/** How `value` stands to `label`: on its row to the right, or under it; undefined where it is neither. */
export function relationOf(label: Box, value: Box, reach: number): Relation | undefined {
  const along = value[0] - label[2]
  if (overlapUp(label, value) > 0.4 && along > -2 && along < FARTHEST.right)
    return { way: 'right', distance: Math.max(along, 0), aside: 0 }
  const down = label[1] - value[3]
  const slack = Math.max(3, 0.3 * height(value))
  if (down < -slack || down > FARTHEST.below || middle(value)[1] > label[1]) return undefined
  const [x] = middle(value)
  if (overlapAcross(label, value) > 0) return { way: 'below', distance: Math.max(down, 0), aside: 0 }
  const aside = x > label[2] ? value[0] - label[2] : label[0] - value[2]
  const beyond = x > label[2] ? value[2] > reach : aside > FARTHEST.before
  return beyond
    ? undefined
    : { way: 'below', distance: Math.max(down, 0), aside: x > label[2] ? aside : LEFTWARD * aside }
}

/** How far to the right a label's own column goes: to the next label of its row. */
export function reachOf(place: Place, places: readonly Place[]): number {
  if (place.cell) return place.cell[2] + 2
  const beside = places.filter(
    ({ spec, box }) =>
      spec !== place.spec && box[0] > place.box[2] - 1 && Math.abs(middle(box)[1] - middle(place.box)[1]) < 14,
  )
  return Math.min(place.box[2] + 160, ...beside.map(({ box }) => box[0] + 2))
}

/** Whether another box's print stands between the two, so that the value is that one's. */
export function isBlocked(place: Place, value: Box, relation: Relation, prints: readonly Print[]): boolean {
  const box = relation.way === 'below' ? wholeLabel(place) : place.box
  return prints.some((print) => {
    if (print.spec === place.spec) return false
    const other = print.box
    if (relation.way === 'right')
      return (
        print.spec !== undefined && overlapUp(other, value) > 0.4 && other[0] > box[2] - 2 && other[2] < value[0] + 2
      )
    const between = middle(other)[1] < box[1] && middle(other)[1] > value[3] - 2
    return between && (overlapAcross(other, value) > 0.2 || overlapAcross(other, box) > 0.5)
  })
}

/** A caption with its number where the two share a row: what stands under either stands under the label. */
function wholeLabel({ box, label }: Place): Box {
  const number = label?.number
  return number && overlapUp(number.box, label.box) > 0.3 ? around([label.box, number.box]) : box
}
