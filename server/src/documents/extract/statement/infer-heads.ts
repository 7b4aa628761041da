import { around, type Box } from '../../model/box.ts'
import type { Line, PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../values/amount.ts'
import { type AmountAt, findAmounts } from '../values/amount-style.ts'
import { takeDate } from './ledger-line.ts'
import type { HeadColumn, TableHead } from './table-head.ts'

interface Row {
  line: Line
  date: Box
  amounts: AmountAt[]
}

/** Right edges closer than this, in points, are one column's. */
const EDGE = 3

/** Tables without headings: lines that begin with a date and hold amounts at common right edges, page by page. */
export function inferHeads(pages: readonly PageLayout[], style: AmountStyle): { head: TableHead; lines: Line[] }[] {
  return pages.flatMap(({ page, lines }) => {
    const rows = lines.flatMap((line) => rowOf(line, style))
    if (rows.length < 2) return []
    const columns = columnsOf(rows)
    if (columns.length === 0) return []
    const first = lines.indexOf((rows[0] as Row).line)
    const head: TableHead = { page: page.number, columns, span: [-Infinity, Infinity] }
    return [{ head, lines: lines.slice(first) }]
  })
}

function rowOf(line: Line, style: AmountStyle): Row[] {
  const bare: TableHead = { page: line.page, columns: [], span: [-Infinity, Infinity] }
  const { date, rest } = takeDate(line, bare)
  const amounts = findAmounts(rest, { style }).filter(({ decimals }) => decimals === 2)
  return date.length > 0 && amounts.length > 0 ? [{ line, date: around(date.map(({ box }) => box)), amounts }] : []
}

function columnsOf(rows: Row[]): HeadColumn[] {
  const boxes = rows.flatMap(({ amounts }) => amounts.map(({ words }) => around(words.map(({ box }) => box))))
  const edges = clusters(boxes, rows.length)
  const both = rows.filter(({ amounts }) => amounts.length > 1).length * 2 > rows.length
  const roles =
    edges.length === 1
      ? (['amount'] as const)
      : edges.length === 2
        ? both
          ? (['amount', 'balance'] as const)
          : (['withdrawal', 'deposit'] as const)
        : (['withdrawal', 'deposit', 'balance'] as const)
  const figures = edges.slice(-3).map((box, index): HeadColumn => ({ role: roles[index] ?? 'balance', box }))
  const date = (rows[0] as Row).date
  const description: Box = [date[2] + 4, date[1], date[2] + 40, date[3]]
  return [{ role: 'date', box: date }, { role: 'description', box: description }, ...figures]
}

/** A box for each right edge (left edge, where those agree better) that at least a quarter of the rows share. */
function clusters(boxes: Box[], rows: number): Box[] {
  const open = boxes.toSorted((a, b) => a[2] - b[2])
  const found: Box[][] = []
  for (const box of open) {
    const last = found.at(-1)
    if (last && box[2] - (last.at(-1) as Box)[2] < EDGE) last.push(box)
    else found.push([box])
  }
  const strong = found.filter((group) => group.length * 4 >= rows && group.length > 1)
  return strong.length > 0 ? strong.map((group) => around(group)) : leftClusters(boxes, rows)
}

function leftClusters(boxes: Box[], rows: number): Box[] {
  const found: Box[][] = []
  for (const box of boxes.toSorted((a, b) => a[0] - b[0])) {
    const last = found.at(-1)
    if (last && box[0] - (last.at(-1) as Box)[0] < EDGE) last.push(box)
    else found.push([box])
  }
  return found.filter((group) => group.length * 4 >= rows && group.length > 1).map((group) => around(group))
}
