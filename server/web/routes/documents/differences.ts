import type { Analysis, DocumentReview } from '@mkt/schemas'
import type { CorrectedValue } from '../../state/review.ts'

export interface Compared {
  name: string
  /** Undefined: this one has no such value. */
  left: CorrectedValue | undefined
  right: CorrectedValue | undefined
  same: boolean
}

export interface Side {
  analysis: Analysis
  review: DocumentReview
}

/** The values of a document as people left them: corrected where they were. */
function valuesOf({ analysis, review }: Side): Map<string, CorrectedValue> {
  const values = new Map<string, CorrectedValue>(
    Object.entries(analysis.extraction.fields).map(([name, { value }]) => [name, value]),
  )
  for (const { slip, field, value } of review.corrections) if (slip === 1) values.set(field, value)
  return values
}

/** All values that either has, what differs first. */
export function compare(left: Side, right: Side): Compared[] {
  const [a, b] = [valuesOf(left), valuesOf(right)]
  const rows = [...new Set([...a.keys(), ...b.keys()])].map((name): Compared => {
    const [one, other] = [a.get(name), b.get(name)]
    return { name, left: one, right: other, same: (one ?? null) === (other ?? null) }
  })
  return [...rows.filter(({ same }) => !same), ...rows.filter(({ same }) => same)]
}
