import type { PageLayout } from '../../model/layout.ts'
import { bestOf, type Candidate } from './candidate.ts'
import { findLabelled, type LabelQuery } from './find-labelled.ts'
import type { LabelAt } from './find-labels.ts'

/** Places in the order in which people read on from a label: only where one has nothing does the next count. */
const TIERS: readonly NonNullable<LabelQuery['places']>[] = [
  ['label-inline', 'label-right'],
  ['label-box', 'label-below'],
  ['label-cell'],
  ['label-above'],
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
  const placed = TIERS.map((places) =>
    findLabelled(pages, { ...query, places }).filter(
      ({ label, method }) => method === 'label-inline' || !goesOn(label),
    ),
  )
  const over = placed.at(-1) ?? []
  const found = placed.map((candidates) =>
    candidates.filter((candidate) => !isCaptionOf(candidate, over) && !isNextOnes(candidate, candidates)),
  )
  return found.flatMap((candidates, tier) =>
    candidates.filter(
      ({ label }) => !found.slice(0, tier).some((earlier) => earlier.some((other) => sameLabel(other, label))),
    ),
  )
}

/** A small caption right under its figure, with the next figure further below. */
function isCaptionOf({ label, method, box }: Candidate, over: readonly Candidate[]): boolean {
  const own = method === 'label-below' ? over.find((other) => sameLabel(other, label)) : undefined
  return own !== undefined && own.box[1] - label.box[3] < 0.5 * (label.box[1] - box[3])
}

/** An amount behind words of its own, right of a label that has one behind itself (`Gross 7.00 | Tax 1.00`). */
function isNextOnes({ label, method, words }: Candidate, all: readonly Candidate[]): boolean {
  const [first] = words
  if (method !== 'label-right' || !first) return false
  const segment = label.line.segments.find((each) => each.words.includes(first))
  const leads = segment?.words.slice(0, segment.words.indexOf(first)) ?? []
  return (
    leads.some(({ text }) => /\p{L}{3}/u.test(text)) &&
    all.some((other) => other.method === 'label-inline' && sameLabel(other, label))
  )
}

/** In a sentence more words follow; behind a label a few at most, as in `Balance on January 1, 2025`. */
function goesOn({ line, words }: LabelAt): boolean {
  const last = words.at(-1)?.box[2] ?? 0
  const segment = line.segments.find(({ box }) => last > box[0] && last <= box[2] + 0.1)
  return (segment?.words.filter(({ box }) => box[0] >= last - 0.1).length ?? 0) > 5
}

function sameLabel({ label }: Candidate, other: Candidate['label']): boolean {
  return label.line === other.line && label.from === other.from
}

/** The label begins its segment, and ends it where the value does not follow in it: it is no word of a sentence. */
export function isWhole({ label, method }: Candidate): boolean {
  const last = label.words.at(-1)?.box[2] ?? 0
  const segment = label.line.segments.find(({ box }) => last > box[0] && last <= box[2] + 0.1)
  const after = segment?.words.filter(({ box }) => box[0] >= last - 0.1).map(({ text }) => text) ?? []
  // `Name / Nom`: the caption again in another language.
  const ends = !after.some((text) => /[\p{L}\d]/u.test(text)) || (after[0] === '/' && !/\d/.test(after.join('')))
  return label.leads && (ends || method === 'label-inline')
}
