import type { Analysis, Correction } from '@mkt/schemas'

/** A line for each field: its name, what was read, how sure, on which page, and what a person said instead. */
export function toCsv({ extraction: { fields } }: Analysis, corrections: readonly Correction[] = []): string {
  const said = new Map(corrections.filter(({ slip }) => slip === 1).map(({ field, value }) => [field, value]))
  const names = [...Object.keys(fields), ...[...said.keys()].filter((name) => !Object.hasOwn(fields, name))]
  const rows = names.map((name) => {
    const { value = '', confidence = '', evidence } = fields[name] ?? {}
    const corrected = said.has(name) ? (said.get(name) ?? 'none') : ''
    return [name, value, confidence, evidence?.page ?? '', corrected]
  })
  return [['field', 'value', 'confidence', 'page', 'corrected'], ...rows]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('')
}

// Programs that show tables take a text that begins like this for a formula.
const FORMULA = /^[=+\-@\t\r]/

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
