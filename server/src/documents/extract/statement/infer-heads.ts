import { around, type Box } from '../../model/box.ts'
import type { Line, PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { type AmountAt, findAmounts } from '../../values/amount-style.ts'
import { isDay } from './entry-dates.ts'
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
    const leading = lines.flatMap((line) => rowOf(line, style))
    const rows = leading.length < 2 ? daysApart(lines, style) : leading
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

/** Days that begin at one edge behind what they were for, at least this many. */
const FEWEST_APART = 3

function daysApart(lines: readonly Line[], style: AmountStyle): Row[] {
  const rows = lines.flatMap((line): Row[] => {
    const words = line.segments.flatMap((segment) => segment.words)
    const day = words.find(({ text }, at) => at > 0 && isDay(text))
    const amounts = findAmounts(
      words.filter((word) => word !== day),
      { style },
    ).filter(({ decimals }) => decimals === 2)
    return day && amounts.length > 0 ? [{ line, date: day.box, amounts }] : []
  })
  const edges = rows.map(({ date }) => rows.filter((other) => Math.abs(other.date[0] - date[0]) < EDGE))
  const most = edges.toSorted((a, b) => b.length - a.length)[0] ?? []
  return most.length >= FEWEST_APART ? most : []
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
  const { date, line } = rows[0] as Row
  const from = line.box[0] < date[0] - EDGE ? line.box[0] : date[2] + 4
  const description: Box = [from, date[1], from + 36, date[3]]
  if (from < date[0]) return [{ role: 'description', box: description }, { role: 'date', box: date }, ...figures]
  return [{ role: 'date', box: date }, { role: 'description', box: description }, ...figures]
}

/** A box for each edge that a quarter of the rows share: right edges, or left ones where those agree better. */
function clusters(boxes: Box[], rows: number): Box[] {
  const [byRight, byLeft] = [groupBy(boxes, 2, rows), groupBy(boxes, 0, rows)]
  const covered = (groups: Box[][]) => groups.reduce((sum, group) => sum + group.length, 0)
  const left =
    covered(byLeft) > covered(byRight) || (covered(byLeft) === covered(byRight) && byLeft.length < byRight.length)
  return (left ? byLeft : byRight).map((group) => around(group))
}

function groupBy(boxes: Box[], edge: 0 | 2, rows: number): Box[][] {
  const found: Box[][] = []
  for (const box of boxes.toSorted((a, b) => a[edge] - b[edge])) {
    const last = found.at(-1)
    if (last && box[edge] - (last.at(-1) as Box)[edge] < EDGE) last.push(box)
    else found.push([box])
  }
  return found
    .filter((group) => group.length * 4 >= rows && group.length > 1)
    .sort((a, b) => (a[0] as Box)[0] - (b[0] as Box)[0])
}
