import { around, type Box, height, middle } from '../../model/box.ts'
import type { FoundTable, TableRow } from '../../model/findings.ts'
import type { Line, PageLayout, Segment } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { findAmounts } from '../../values/amount-style.ts'
import { type DateOrder, findDates } from '../../values/date.ts'
import { foldBlanks, foldCase } from '../../values/fold.ts'
import type { NamedTable, NamedValue } from '../../vocabulary/papers.ts'
import { labelPattern } from '../labels/label.ts'
import { isFull, isSum } from './sum-row.ts'

interface Head {
  line: Line
  columns: readonly { column: NamedValue; box: Box }[]
  /** Headings of columns that nobody asks for: what stands under them is no value of the others. */
  others: readonly Box[]
}

interface Style {
  style: AmountStyle
  order: DateOrder | undefined
}

/** Rows that follow at more than so many heights of a line are no longer the table's. */
const GAP = 4
/** Fewer headings than this are a coincidence. */
const FEWEST_HEADINGS = 2

/** The rows under the line that has most of the table's headings, on every page that prints it. */
export function readPaperTable(table: NamedTable, pages: readonly PageLayout[], style: Style): FoundTable | undefined {
  const rows = pages.flatMap((layout) => {
    const head = headOf(table, layout)
    return head ? rowsUnder(head, layout, style) : []
  })
  const [first] = rows
  if (!first) return undefined
  const columns = table.columns.map(({ name }) => name).filter((name) => rows.some(({ values }) => name in values))
  return { name: table.name, page: first.page, columns, rows, confidence: 0.85 } as FoundTable
}

function headOf({ columns }: NamedTable, { lines }: PageLayout): Head | undefined {
  const heads = lines.map((line): Head => {
    const found = headings(line.segments, columns)
    const boxes = line.segments.map(({ box }) => box).filter((box) => !found.some((each) => each.box === box))
    return { line, columns: found, others: boxes }
  })
  const best = heads.reduce((most, head) => (head.columns.length > most.columns.length ? head : most), {
    columns: [],
  } as unknown as Head)
  return best.columns.length >= Math.min(FEWEST_HEADINGS, columns.length) ? best : undefined
}

/** Each heading is nothing but the name of its column; a column has one heading, the one of its surest name. */
function headings(segments: readonly Segment[], columns: readonly NamedValue[]): Head['columns'] {
  const taken = new Set<Segment>()
  return columns.flatMap((column) => {
    const found = column.labels
      .map((label) => segments.find((segment) => !taken.has(segment) && isCalled(segment, label)))
      .find((segment) => segment !== undefined)
    if (!found) return []
    taken.add(found)
    return [{ column, box: found.box }]
  })
}

function isCalled({ text }: Segment, label: string): boolean {
  const folded = foldCase(text)
  const match = new RegExp(labelPattern(label).source, 'u').exec(folded)
  return match !== null && match.index <= 1 && folded.length - match[0].length <= 4
}

function rowsUnder({ line, columns, others }: Head, { lines, page }: PageLayout, style: Style): TableRow[] {
  const rows: TableRow[] = []
  let summed = false
  let above = line
  for (const under of lines.slice(lines.indexOf(line) + 1)) {
    if (above.box[1] - under.box[3] > GAP * Math.max(height(under.box), 6)) break
    const row = rowOf({ ...under, segments: asked(under.segments, { columns, others }) }, columns, page.number, style)
    const last = rows.at(-1)
    if (row) summed = summed ? !isFull(row, rows) : isSum(row, rows)
    if (row && !summed) rows.push(row)
    if (!row && last && !goesOn(under, columns)) break
    if (!row && last && !summed) addTo(last, under, columns)
    above = under
  }
  return rows
}

/** What stands nearer to a heading that is asked for than to any other. */
function asked(segments: readonly Segment[], { columns, others }: Pick<Head, 'columns' | 'others'>): Segment[] {
  const nearest = (box: Box, heads: readonly Box[]) => Math.min(...heads.map((head) => distance(head, box)))
  const own = columns.map(({ box }) => box)
  return segments.filter(({ box }) => others.length === 0 || nearest(box, own) <= nearest(box, others))
}

/** A row has a value in most of its columns, and where one is a number, that number. */
function rowOf(line: Line, columns: Head['columns'], page: number, style: Style): TableRow | undefined {
  const cells = cellsOf(line, columns)
  const values: TableRow['values'] = {}
  const words: TableRow['words'] = {}
  for (const { column } of columns) {
    const held = cells.get(column.name)
    const value = held && readCell(held, column, style)
    if (held && value === undefined) return undefined
    if (!held || value === undefined) continue
    values[column.name] = value
    words[column.name] = held
  }
  const numbers = columns.filter(({ column }) => column.kind !== 'text')
  const numbered = numbers.length === 0 || numbers.some(({ column }) => column.name in values)
  if (!numbered || Object.keys(values).length < Math.min(2, columns.length)) return undefined
  if (
    columns.some(({ column }) => column.kind === 'text') &&
    !columns.some(({ column }) => column.kind === 'text' && column.name in values)
  )
    return undefined
  return { values, page, box: line.box, words }
}

/** The words of a line by the column whose heading they stand nearest to. */
function cellsOf(line: Line, columns: Head['columns']): Map<string, Word[]> {
  const cells = new Map<string, Word[]>()
  for (const { words, box } of line.segments) {
    const nearest = columns.toSorted((a, b) => distance(a.box, box) - distance(b.box, box))[0]
    if (nearest) cells.set(nearest.column.name, [...(cells.get(nearest.column.name) ?? []), ...words])
  }
  return cells
}

/** Columns are set to the left, to the right, or to the middle of their headings. */
function distance(head: Box, cell: Box): number {
  const overlap = Math.min(head[2], cell[2]) - Math.max(head[0], cell[0])
  if (overlap > 0) return -overlap
  return Math.min(Math.abs(head[0] - cell[0]), Math.abs(head[2] - cell[2]), Math.abs(middle(head)[0] - middle(cell)[0]))
}

function readCell(words: Word[], { kind }: NamedValue, { style, order }: Style): string | number | undefined {
  const printed = foldBlanks(words.map(({ text }) => text).join(' '))
  if (kind === 'amount') return findAmounts(words, { style })[0]?.value
  if (kind === 'date') return findDates(printed, { order })[0]?.value
  if (kind === 'year') return /\b(?:19|20)\d\d\b/.exec(printed)?.[0]
  return printed === '' ? undefined : printed
}

/** A description that goes on under its row. */
function goesOn(line: Line, columns: Head['columns']): boolean {
  const cells = cellsOf(line, columns)
  const [name] = cells.keys()
  return cells.size === 1 && columns.some(({ column }) => column.name === name && column.kind === 'text')
}

function addTo(row: TableRow, line: Line, columns: Head['columns']): void {
  for (const [name, words] of cellsOf(line, columns)) {
    const own = row.words[name]
    if (own === undefined) continue
    row.words[name] = [...own, ...words]
    row.values[name] = foldBlanks(row.words[name].map(({ text }) => text).join(' '))
    row.box = around([row.box, line.box])
  }
}
