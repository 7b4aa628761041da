import type { Analysis } from '@mkt/schemas'

/** A line for each field: its name, value, confidence and page. */
export function toCsv({ extraction: { fields } }: Analysis): string {
  const rows = Object.entries(fields).map(([name, { value, confidence, evidence }]) => [
    name,
    value,
    confidence,
    evidence?.page ?? '',
  ])
  return [['field', 'value', 'confidence', 'page'], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

// Programs that show tables take a text that begins like this for a formula.
const FORMULA = /^[=+\-@\t\r]/

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
