import { styleText } from 'node:util'
import { writeJson } from '@mkt/schemas'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { wrapWords } from '@mkt/schemas/process/wrap-words'
import { displayWidth } from './display-width.ts'
import { room } from './room.ts'
import { type Column, tableLines } from './table.ts'

export type { Column } from './table.ts'

/** The answer as the API gives it, on one line; credits are exact decimals. */
export function printJson(body: unknown): void {
  // JSON leaves DEL and C1 controls as they are, which a terminal would obey, and marks that reorder what it shows.
  const escaped = writeJson(body).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  process.stdout.write(`${escaped}\n`)
}

/** Rows under a head line, without borders, or nothing for none; every cell is made safe for a terminal. */
export function printTable(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return
  const safe = rows.map((row) => row.map(safeLine))
  const lines = tableLines(columns, safe, room())
  const heads = lines.length / (rows.length + 1)
  printLines(lines.map((line, at) => (at < heads ? styleText('bold', line) : line)))
}

/** `name  value` lines; those without a value are left out. */
export function printFields(fields: readonly (readonly [name: string, value: string | null | undefined])[]): void {
  const given = fields.filter((field): field is [string, string] => field[1] !== null && field[1] !== undefined)
  const column = Math.max(...given.map(([name]) => displayWidth(name))) + 2
  const width = room()
  printLines(
    given.flatMap(([name, value]) => {
      const head = styleText('bold', name) + ' '.repeat(column - displayWidth(name))
      const [first = '', ...more] =
        width === undefined ? [safeLine(value)] : wrapWords(safeLine(value), width - column, displayWidth)
      return [head + first, ...more.map((line) => ' '.repeat(column) + line)]
    }),
  )
}

/** Sentences, each indented, that go on below themselves where the terminal ends. */
export function printItems(items: readonly string[]): void {
  if (items.length === 0) return
  const width = room()
  const lines = items
    .map(safeLine)
    .map((item) => (width === undefined ? [item] : wrapWords(item, width - 4, displayWidth)))
  printLines(lines.flatMap(([first, ...more]) => [`  ${first}`, ...more.map((line) => `    ${line}`)]))
}

function printLines(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
