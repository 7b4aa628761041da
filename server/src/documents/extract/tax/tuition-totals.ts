import { middle, overlapAcross, overlapUp } from '../../model/box.ts'
import type { Field, Fields } from '../../model/findings.ts'
import type { Candidate } from './candidates.ts'
import type { SlipReading } from './read-slip.ts'

const TOTALS = /^tota(?:ls?|ux)\W*$/i

const MONTHS = ['part_time_months', 'full_time_months'] as const

/** The row of totals beneath a certificate's sessions: what it says counts, not what a single session says. */
export function tuitionTotals(reading: SlipReading): Fields {
  const { view, candidates } = reading
  const label = view.words
    .filter(({ text }) => TOTALS.test(text))
    .toSorted((a, b) => b.box[2] - a.box[2])
    .find((word) => candidates.some((other) => inRow(word.box, other)))
  if (!label) return {}
  const row = candidates.filter((candidate) => inRow(label.box, candidate)).toSorted((a, b) => a.box[0] - b.box[0])
  const fees = row.findLast(({ kind, printed }) => kind === 'amount' && !/^\d{1,2}$/.test(printed))
  const months = row.filter(({ kind, box }) => kind === 'months' && (!fees || box[2] < fees.box[0]))
  const found: Fields = {}
  if (fees) found.eligible_tuition_fees = fieldOf(reading, fees)
  for (const [at, candidate] of months.entries()) {
    const name = months.length === 2 ? MONTHS[at] : columnOf(reading, candidate)
    if (name) found[name] = fieldOf(reading, candidate)
  }
  return found
}

function inRow(label: Candidate['box'], { box, kind }: Candidate): boolean {
  return (kind === 'amount' || kind === 'months') && box[0] > label[2] - 1 && overlapUp(label, box) > 0.3
}

/** The months' column by its heading: the nearest above that the number stands under. */
function columnOf({ places }: SlipReading, { box }: Candidate): string | undefined {
  const above = places.filter(
    (place) =>
      place.kind === 'caption' &&
      (MONTHS as readonly string[]).includes(place.spec.field) &&
      place.box[1] > box[3] &&
      overlapAcross(place.cell ?? place.box, box) > 0,
  )
  return above.toSorted((a, b) => middle(a.box)[1] - middle(b.box)[1])[0]?.spec.field
}

function fieldOf({ view }: SlipReading, { value, printed, words, box }: Candidate): Field {
  return { value, printed, words, box, page: view.number, confidence: 0.85, method: 'total' }
}
