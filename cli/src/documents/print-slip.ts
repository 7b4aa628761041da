import type { FieldEntry } from '@mkt/schemas'
import { printTable } from '../render.ts'
import { documentWords } from '../words/documents.ts'
import { foundFields } from './found-fields.ts'
import type { Slip } from './slips.ts'
import { writtenNumber } from './written-number.ts'

/** One document of a file, whole: its type and pages, its fields with their places, the rows of its tables. */
export function printSlip(slip: Slip, which: string): void {
  const { type, pages, tables, risk_assessment: own } = slip
  // Of a file's only document all is said above.
  const risk = own && which !== '' ? `: ${documentWords.risk(own.risk_level, own.risk_score)}` : ''
  process.stdout.write(`\n${which}${type}, ${documentWords.onPages(pages)}${risk}\n`)
  const fields = foundFields(slip)
  if (fields.length === 0) process.stdout.write(`${documentWords.noFields}\n`)
  printTable(
    [{ title: 'FIELD' }, { title: 'VALUE' }, { title: 'SURE', align: 'right' }, { title: 'WHERE' }],
    fields.map(([name, entry]) => [name, shown(entry.value), documentWords.sure(entry.confidence), whereOf(entry)]),
  )
  for (const table of tables) printRows(table)
}

function printRows({ name, columns, rows, page, confidence }: Slip['tables'][number]): void {
  process.stdout.write(`\n${name}, ${documentWords.onPages([page])}, ${documentWords.sure(confidence)}\n`)
  const numbers = (column: string) => rows.some((row) => typeof row[column] === 'number')
  printTable(
    columns.map((column) => ({ title: column.toUpperCase(), align: numbers(column) ? 'right' : 'left' })),
    rows.map((row) => columns.map((column) => shown(row[column] ?? '', column))),
  )
}

/** `page 2 at 72 640 120 652`: in points from the bottom left of the page, as the contract has it. */
function whereOf({ evidence, covered }: FieldEntry): string {
  if (!evidence) return ''
  const box = evidence.bbox.map((edge) => Math.round(edge)).join(' ')
  return `${documentWords.onPages([evidence.page])} at ${box}${covered ? `, ${documentWords.covered}` : ''}`
}

function shown(value: string | number, column?: string): string {
  return typeof value === 'number' ? writtenNumber(value, column) : value
}
