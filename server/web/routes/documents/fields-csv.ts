import type { Analysis, Correction } from '@mkt/schemas'
import { csvOf } from '../../parts/csv.ts'
import { type Part, partsOf } from './part.ts'

const HEAD = ['slip', 'document_type', 'field', 'value', 'confidence', 'page', 'corrected']

/** A line for each field of each slip: what was read, how sure, on which page, and what a person said instead. */
export function toCsv(analysis: Analysis, corrections: readonly Correction[] = []): string {
  const rows = partsOf(analysis).flatMap((part, at) =>
    rowsOf(
      part,
      at + 1,
      corrections.filter(({ slip }) => slip === at + 1),
    ),
  )
  return csvOf(HEAD, rows)
}

function rowsOf({ type, fields }: Part, slip: number, corrections: readonly Correction[]): (string | number)[][] {
  const said = new Map(corrections.map(({ field, value }) => [field, value]))
  const names = [...Object.keys(fields), ...[...said.keys()].filter((name) => !Object.hasOwn(fields, name))]
  return names.map((name) => {
    const { value = '', confidence = '', evidence } = fields[name] ?? {}
    const corrected = said.has(name) ? (said.get(name) ?? 'none') : ''
    return [slip, type, name, value, confidence, evidence?.page ?? '', corrected]
  })
}
