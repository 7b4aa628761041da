/** One row of a spreadsheet by column. */
export type CsvRow = Record<string, string | number | undefined>

/** How a column's numbers are written. */
export type NumberForm = (value: number, column: string) => string

/**
 * Rows as CSV (RFC 4180) under a head line of all their columns, in the order in which these first occur. A text that
 * a spreadsheet would take for a formula is preceded by an apostrophe, for it comes from a stranger's document.
 */
export function csvOf(rows: readonly CsvRow[], first: readonly string[] = [], form: NumberForm = String): string {
  const columns = [...new Set([...first, ...rows.flatMap((row) => Object.keys(row))])]
  const lines = [columns.map(quoted), ...rows.map((row) => columns.map((column) => cell(row[column], column, form)))]
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('')
}

function cell(value: string | number | undefined, column: string, form: NumberForm): string {
  if (value === undefined) return ''
  return typeof value === 'number' ? form(value, column) : quoted(value)
}

function quoted(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
