import type { PageLayout } from '../../model/layout.ts'
import type { Candidate } from './candidate.ts'
import { findLabels } from './find-labels.ts'
import type { Label } from './label.ts'
import { above, below, box, cell, inline, right, type Search } from './places.ts'
import type { Place } from './standing.ts'
import type { ValueReader } from './value-reader.ts'

export interface LabelQuery {
  /** What the value may be called, the surest names first. */
  labels: readonly Label[]
  /** Names that contain one of `labels` and mean something else. */
  except?: readonly Label[]
  /** Reads the value; what it refuses is no candidate (value-reader.ts). */
  read: ValueReader
  /** Where to look; everywhere unless said otherwise. */
  places?: readonly SearchablePlace[]
}

type SearchablePlace = Exclude<Place, 'label-crossed'>

const SEARCHES: Readonly<Record<SearchablePlace, Search>> = {
  'label-inline': inline,
  'label-right': right,
  'label-cell': cell,
  'label-box': box,
  'label-below': below,
  'label-above': above,
}

/** A file that says a label more often than this wants work, not reading: each looks at all that stands beside it. */
const MOST_LABELS = 500

/** Values over their captions are rare, so they are looked for only where that is asked. */
const EVERYWHERE = (Object.keys(SEARCHES) as SearchablePlace[]).filter((place) => place !== 'label-above')

/**
 * Every value that stands to one of the labels as a value stands to its label, the surest first: behind it, right of
 * it, under it, in its box, in the next cell. A word that stands to a label in several ways counts once, as the surest.
 * `bestOf` picks (and lets equal values lift each other), `fieldOf` makes the field.
 */
export function findLabelled(pages: readonly PageLayout[], query: LabelQuery): Candidate[] {
  const labels = findLabels(pages, query.labels, query.except).slice(0, MOST_LABELS)
  const found = labels.flatMap((label) =>
    (query.places ?? EVERYWHERE).flatMap((place) => SEARCHES[place](label, query.read)),
  )
  const sorted = found.sort((a, b) => b.confidence - a.confidence)
  return sorted.filter((candidate, index) => sorted.findIndex((other) => isSame(other, candidate)) === index)
}

function isSame(a: Candidate, b: Candidate): boolean {
  return a.page === b.page && a.value === b.value && a.box[0] === b.box[0] && a.box[1] === b.box[1]
}
