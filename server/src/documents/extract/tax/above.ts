import { type Box, overlapUp } from '../../model/box.ts'
import type { Candidate } from './candidates.ts'
import type { BoxSpec } from './form-spec.ts'
import { cellAround, type Place, type Relation, relationOf } from './places.ts'
import type { SlipView } from './slip-view.ts'

/** So many values nearer to the label beneath them raise the question. */
const ENOUGH = 2

/** Values that a form prints as one: amounts in a grid of boxes, or names and numbers at its head. */
export type Group = 'amounts' | 'others'

export const groupOf = ({ kind }: Candidate): Group => (kind === 'amount' ? 'amounts' : 'others')

/** The same box on a page that is turned upside down: what stood above it stands below. */
export const overturned = ([x0, y0, x1, y1]: Box): Box => [x0, -y1, x1, -y0]

/**
 * Which groups of values this slip may print above their captions, as some payroll prints and letters do; whether it
 * does is settled by what both ways of reading it find.
 */
export function groupsAbove(view: SlipView, places: readonly Place[], candidates: readonly Candidate[]): Set<Group> {
  return new Set((['amounts', 'others'] as const).filter((group) => mayBeAbove(view, places, candidates, group)))
}

function mayBeAbove(view: SlipView, places: readonly Place[], candidates: readonly Candidate[], group: Group): boolean {
  const labels = places.filter(({ kind }) => kind === 'caption')
  const sides = candidates
    .filter((candidate) => groupOf(candidate) === group)
    .map((value) =>
      sideOf(
        value.box,
        labels.filter((place) => mayHold(place.spec, value) && inCell(view, place, value.box)),
      ),
    )
  return sides.filter((side) => side === 'above').length >= ENOUGH
}

const mayHold = (spec: BoxSpec, { kind }: Candidate) =>
  spec.kind === kind || (spec.kind === 'decoy' && kind === 'amount')

/** Where a value stands to the nearest label that could be its own. */
function sideOf(value: Box, labels: readonly Place[]): 'above' | 'elsewhere' | undefined {
  const level = labels.some(
    ({ box }) => overlapUp(box, value) > 0.4 && value[0] > box[2] - 2 && value[0] - box[2] < 300,
  )
  if (level) return 'elsewhere'
  const under = nearest(labels.map(({ box }) => relationOf(box, value, REACH + box[2])))
  const over = nearest(labels.map(({ box }) => relationOf(overturned(box), overturned(value), REACH + box[2])))
  if (under === undefined && over === undefined) return undefined
  return over !== undefined && (under === undefined || under > 1.5 * over + 3) ? 'above' : 'elsewhere'
}

/** How far right of its label a value may stand, in points. */
const REACH = 160

function nearest(relations: readonly (Relation | undefined)[]): number | undefined {
  const distances = relations.flatMap((relation) => (relation?.way === 'below' ? [relation.distance] : []))
  return distances.length > 0 ? Math.min(...distances) : undefined
}

/** Rules that part the value from the label leave it to another one. */
function inCell(view: SlipView, { cell }: Place, box: Box): boolean {
  const other = cellAround(view, box)
  return !cell || !other || cell.every((edge, at) => Math.abs(edge - (other[at] as number)) < 1)
}
