import { cellsOf, inkOf, readCells, textsOf } from './cells.ts'
import { PLACE } from './place.ts'
import { type Cell, type Ink, type Line, Template } from './template.ts'

/** Called where a page ends or begins, with the row that comes next. */
export type Turned = (at: { row: number; y: number }) => unknown

export interface Table {
  kind: 'table' | 'list'
  y: string
  columns: Cell[]
  ink: Ink
  headInk: Ink
  /** What is drawn: a line under the heading, lines between rows and columns, hair lines between rows. */
  rules: '' | 'head' | 'rows' | 'grid' | 'ruled'
  /** No heading. */
  bare: boolean
  numbers: Readonly<Record<string, number>>
  /** At the foot of a full page. */
  leave?: Turned
  /** At the head of the next; may answer where the table goes on with its heading. */
  enter?: Turned
  /** Under that heading; answers where the rows go on. */
  carried?: Turned
  rows: { ink: Ink; cells: string[][] }[]
}

const HEAD = new RegExp(`^(table|list) (${PLACE})([^ :]*)([^:]*):?(.*)$`, 's')
const FLAGS = new Set(['head', 'rows', 'grid', 'ruled'])

/**
 * A table, or a list, which has neither heading nor gaps:
 *
 *     table Y[INK] [head|rows|grid|ruled] [bare] [from X] [to X] [band GREY] [line N] [gap N] [bottom Y] [again Y]
 *       [heading INK] [leave CALL] [enter CALL] [carried CALL]: X[>^][INK] Heading | X> Heading ¶ of two lines
 *     list Y[INK] [step N]: X[>^][INK] | X
 *     -[INK] cell | cell ¶ line under it | ...${several cells}
 *     - ${rows of cells}
 */
export function readTable({ text, rows }: Line, template: Template): Table {
  const [, kind, y = '', ink = '', options = '', heads = ''] = HEAD.exec(text) ?? []
  const table: Table = {
    kind: kind as Table['kind'],
    y,
    ink: inkOf(template.fill(ink)),
    headInk: {},
    rules: '',
    bare: kind === 'list',
    columns: [],
    numbers: {},
    rows: [],
  }
  table.headInk = { bold: true, ...(table.ink.size && { size: table.ink.size }) }
  table.columns = heads.trim() === '' ? [] : readCells(heads.trim(), {}, template)
  readOptions(options.trim().split(' ').filter(Boolean), table, template)
  table.rows = rows.flatMap((row) => readRows(row, template))
  return table
}

function readOptions(words: readonly string[], table: Table, template: Template): void {
  for (let i = 0; i < words.length; i++) {
    const [word = '', next = ''] = words.slice(i, i + 2)
    if (FLAGS.has(word)) table.rules = word as Table['rules']
    else if (word === 'bare') table.bare = true
    else {
      i++
      if (word === 'heading') table.headInk = next === 'plain' ? {} : inkOf(template.fill(next))
      else if (word === 'leave' || word === 'enter' || word === 'carried') table[word] = template.value(next) as Turned
      else table.numbers = { ...table.numbers, [word]: template.number(next) }
    }
  }
}

function readRows(row: string, template: Template): Table['rows'] {
  const [own = ''] = row.split(' ')
  const rest = row.slice(own.length)
  const text = rest.startsWith(' | ') ? rest : rest.slice(1)
  const whole = template.value(text.trim())
  if (Array.isArray(whole)) return whole.map((cells: unknown[]) => ({ ink: {}, cells: cells.map(cellTexts) }))
  return [{ ink: inkOf(template.fill(own)), cells: cellsOf(text).flatMap((cell) => readCell(cell, template)) }]
}

const cellTexts = (cell: unknown): string[] => (cell === undefined ? [] : textsOf(cell))

function readCell(cell: string, template: Template): string[][] {
  if (/^\.{3}[\ue000-\uf8ff]$/.test(cell)) return (template.value(cell.slice(3)) as unknown[]).map(cellTexts)
  return [cell.split(' ¶ ').flatMap((line) => textsOf(template.value(line)))]
}

/** A row for a slot of rows, written as in a template. */
export function cells(strings: TemplateStringsArray, ...values: unknown[]): string[][] {
  const template = new Template(strings, values)
  return cellsOf(template.lines[0]?.text ?? '').flatMap((cell) => readCell(cell, template))
}
