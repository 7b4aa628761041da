// Programs that show tables take a text that begins like this for a formula.
const FORMULA = /^[=+\-@\t\r]/

/** A file for a spreadsheet, its first line the names of the columns. Money is given as text, to the last digit. */
export function csvOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
