import { styleText } from 'node:util'
import { writeJson } from '@mkt/schemas'
import Table from 'cli-table3'
import { safeLine } from './safe-text.ts'

export interface Column {
  title: string
  /** Numbers stand on the right. */
  align?: 'left' | 'right'
}

/** The answer as the API gives it, on one line; credits are exact decimals. */
export function printJson(body: unknown): void {
  // JSON leaves DEL and C1 controls as they are, which a terminal would obey, and marks that reorder what it shows.
  const escaped = writeJson(body).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  process.stdout.write(`${escaped}\n`)
}

/** Rows under a head line, without borders; every cell is made safe for a terminal. */
export function printTable(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
  const table = plainTable(columns.map((column) => column.align ?? 'left'))
  table.push(columns.map((column) => styleText('bold', column.title)))
  for (const row of rows) table.push(row.map(safeLine))
  printPlain(table)
}

/** `name  value` lines; those without a value are left out. */
export function printFields(fields: readonly (readonly [name: string, value: string | null | undefined])[]): void {
  const table = plainTable(['left', 'left'])
  for (const [name, value] of fields) {
    if (value !== null && value !== undefined) table.push([styleText('bold', name), safeLine(value)])
  }
  printPlain(table)
}

const NO_BORDERS = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid', 'middle']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((name) => [name, '']),
)

function plainTable(colAligns: ('left' | 'right')[]): Table.Table {
  return new Table({
    colAligns,
    chars: { ...NO_BORDERS, 'left-mid': '', 'mid-mid': '', 'right-mid': '', middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
}

function printPlain(table: Table.Table): void {
  const lines = table.toString().split('\n')
  process.stdout.write(`${lines.map((line) => line.trimEnd()).join('\n')}\n`)
}
