import { type Group, groupsAbove } from './above.ts'
import { assign, type Settled } from './assign.ts'
import { findClaims, type Parts } from './evidence.ts'
import type { BoxSpec, FormSpec } from './form-spec.ts'
import type { SlipView } from './slip-view.ts'

/** Reading a slip upside down must explain so much more than reading it as most are printed. */
const CLEARLY = 1.25

/** Which value each box holds, by the reading (values below or above their labels) that explains the slip best. */
export function settle(view: SlipView, form: FormSpec, parts: Parts): Settled[] {
  const main = form.boxes.find(({ kind, field }) => kind === 'amount' && field)
  let above = new Set<Group>()
  let best = assign(findClaims(view, form, parts, above))
  for (const group of groupsAbove(view, parts.places, parts.candidates)) {
    const more = new Set([...above, group])
    const turned = assign(findClaims(view, form, parts, more))
    if (sum(turned) <= CLEARLY * sum(best) || (holds(best, main) && !holds(turned, main))) continue
    above = more
    best = turned
  }
  return best
}

/** The form's first amount is what the slip is about: a reading that leaves it without a value is off by a row. */
const holds = (settled: readonly Settled[], main: BoxSpec | undefined) => settled.some(({ spec }) => spec === main)

const sum = (settled: readonly Settled[]) => settled.reduce((total, { strength }) => total + strength, 0)
