import type { PageLayout } from '../../model/layout.ts'
import { bestOf, type Candidate } from '../labels/candidate.ts'
import { findLabelled, type LabelQuery } from '../labels/find-labelled.ts'

/** Places in the order in which people read on from a label: only where one has nothing does the next count. */
const TIERS: readonly NonNullable<LabelQuery['places']>[] = [
  ['label-inline', 'label-right'],
  ['label-box', 'label-cell', 'label-below'],
]

/**
 * The value of a label where every label has one: what stands on its line is its own, and what stands under it is the
 * next label's unless the line has nothing.
 */
export function nearestLabelled(
  pages: readonly PageLayout[],
  query: Omit<LabelQuery, 'places'>,
): Candidate | undefined {
  return bestOf(nearestCandidates(pages, query))
}

/** The candidates of the first place that has any, label by label. */
export function nearestCandidates(pages: readonly PageLayout[], query: Omit<LabelQuery, 'places'>): Candidate[] {
  const found = TIERS.map((places) => findLabelled(pages, { ...query, places }))
  return found.flatMap((candidates, tier) =>
    candidates.filter(
      ({ label }) => !found.slice(0, tier).some((earlier) => earlier.some((other) => sameLabel(other, label))),
    ),
  )
}

function sameLabel({ label }: Candidate, other: Candidate['label']): boolean {
  return label.line === other.line && label.from === other.from
}
