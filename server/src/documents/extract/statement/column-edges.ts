import { around, type Box, overlapAcross } from '../../model/box.ts'
import type { Word } from '../../model/page.ts'
import type { AmountStyle } from '../../values/amount.ts'
import type { AmountAt } from '../../values/amount-style.ts'
import type { Figure } from './column-words.ts'
import { isDay } from './entry-dates.ts'
import { type HeadColumn, isNumeric, type TableHead } from './table-head.ts'

/** Where the figures of one column end or begin, found from the figures themselves. */
export interface Edges {
  role: Figure
  head: Box
  /** The edge that most of its figures share; undefined where it has none. */
  right: number | undefined
  left: number | undefined
  /** The table, or the page, prints amounts without cents throughout; elsewhere a bare whole number is no amount. */
  whole: boolean
}

/** Figures further from every heading than this, in points, stand in no column. */
const REACH = 75

/** The columns of figures with the edges at which their figures stand: those of `rows` where a column has any. */
export function findEdges(
  head: TableHead,
  amounts: readonly AmountAt[],
  rows: readonly AmountAt[] = amounts,
  { whole = false }: Pick<AmountStyle, 'whole'> = {},
): Edges[] {
  const columns = head.columns.filter(({ role }) => isNumeric(role))
  const sure = amounts.filter(isMoney)
  const counted = sure.length > 0 ? sure : amounts
  const boxes = columns.map(({ box }) => box)
  const within = roomOf(head, counted)
  const inRows = new Set(rows.map(({ words }) => words[0]))
  return columns.map((column) => {
    const under = counted.filter(
      (amount) => !isOthers(boxOf(amount), head) && (within?.(amount) ?? nearest(boxOf(amount), boxes)) === column.box,
    )
    const ofRows = under.filter(({ words }) => inRows.has(words[0]))
    const own = ofRows.length > 0 ? ofRows : under
    const right = mode(own.flatMap((amount) => rightsOf(amount)))
    const left = mode(own.map((amount) => boxOf(amount)[0]))
    const byRight = right.count >= left.count
    return {
      role: column.role as Figure,
      head: column.box,
      right: byRight ? right.at : undefined,
      left: byRight ? undefined : left.at,
      whole: whole || sure.length === 0,
    }
  })
}

/**
 * Spreadsheets set headings at the left of their columns and figures at the right: the room from one heading to the
 * next says whose a figure is, where every figure has its own.
 */
function roomOf({ columns }: TableHead, amounts: readonly AmountAt[]): ((amount: AmountAt) => Box) | undefined {
  const roomed = (amount: AmountAt) => {
    const [left, , right] = boxOf(amount)
    return columns.find(({ role, box }, at) => {
      const next = columns[at + 1]?.box[0] ?? Number.POSITIVE_INFINITY
      return isNumeric(role) && left >= box[0] && right <= next
    })
  }
  if (amounts.length === 0 || !amounts.every((amount) => roomed(amount))) return undefined
  return (amount) => roomed(amount)?.box as Box
}

/** A column of figures needs as many before it counts although nothing known heads it. */
const FEWEST = 2

/**
 * Where one direction has a column and the other none, a column of figures under a heading that is not known is the
 * other's.
 */
export function withMissing(printed: TableHead, amounts: readonly AmountAt[]): TableHead {
  const head = withAmounts(printed, amounts)
  const has = (role: Figure) => head.columns.some((column) => column.role === role)
  const role =
    has('deposit') && !has('withdrawal') ? 'withdrawal' : has('withdrawal') && !has('deposit') ? 'deposit' : undefined
  if (!role || has('amount')) return head
  const known = head.columns.filter(({ role: of }) => isNumeric(of)).map(({ box }) => box)
  const rights = amounts.filter(({ decimals }) => decimals === 2).map((amount) => boxOf(amount))
  const apart = rights.filter((box) => known.every((at) => distance(box, at) > APART && overlapAcross(box, at) === 0))
  const { at, count } = mode(apart.map((box) => box[2]))
  const [first] = known
  if (at === undefined || count < FEWEST || !first) return head
  const own = apart.filter((box) => Math.abs(box[2] - at) < 2.5)
  const box = around(own)
  const missing: HeadColumn = { role, box: [box[0], first[1], box[2], first[3]] }
  const columns = [...head.columns, missing]
  return { ...head, columns: columns.toSorted((a, b) => a.box[0] - b.box[0]) }
}

/**
 * `Valor` heads value dates and amounts: where no column of what moved is known, the one under which amounts stand is
 * it.
 */
function withAmounts(head: TableHead, amounts: readonly AmountAt[]): TableHead {
  const moving = head.columns.some(({ role }) => isNumeric(role) && role !== 'balance')
  const under = ({ role, box }: HeadColumn) =>
    role === 'value' &&
    amounts.filter((amount) => amount.decimals === 2 && !isDay(amount.printed) && overlapAcross(boxOf(amount), box) > 0)
      .length >= FEWEST
  const value = moving ? undefined : head.columns.find(under)
  if (!value) return head
  return { ...head, columns: head.columns.map((column) => (column === value ? { ...column, role: 'amount' } : column)) }
}

/** Figures of one column lie nearer to its heading than this, in points. */
const APART = 14

/** Cents, a mark, a currency or thousands: no page number or quantity. */
function isMoney({ decimals, mark, currency, printed }: AmountAt): boolean {
  return decimals === 2 || mark !== undefined || currency !== undefined || /\d[., ']\d{3}\b/.test(printed)
}

/** What stands under a heading that is known and of no use, and under none of figures, is of no column of figures. */
function isOthers(box: Box, { columns }: TableHead): boolean {
  const over = columns.filter((column) => overlapAcross(column.box, box) > 0)
  return over.length > 0 && over.every(({ role }) => role === 'other')
}

function nearest(box: Box, heads: Box[]): Box | undefined {
  const [best] = heads.toSorted((a, b) => distance(box, a) - distance(box, b))
  return best && distance(box, best) < REACH ? best : undefined
}

function distance(a: Box, b: Box): number {
  return Math.min(Math.abs(a[2] - b[2]), Math.abs(a[0] - b[0]), Math.abs(a[0] + a[2] - b[0] - b[2]) / 2)
}

function boxOf({ words }: AmountAt): Box {
  return around(words.map(({ box }) => box))
}

/** With and without what follows the digits (`CR`, `-`, a currency): columns are aligned by one or the other. */
function rightsOf({ words }: AmountAt): number[] {
  const digits = words.findLast(({ text }) => /\d/.test(text))
  const [whole, number] = [words.at(-1)?.box[2] ?? 0, digits ? digitsEnd(digits) : 0]
  return whole === number ? [whole] : [number, whole]
}

/** Where the last digit ends in a word that goes on with signs (`143.57-`), by the word's mean letter. */
function digitsEnd({ text, box: [x0, , x1] }: Word): number {
  const signs = /\D*$/.exec(text)?.[0].length ?? 0
  return x1 - ((x1 - x0) * signs) / text.length
}

function mode(edges: number[]): { at: number | undefined; count: number } {
  let best: { at: number | undefined; count: number } = { at: undefined, count: 0 }
  for (const edge of edges) {
    const count = edges.filter((other) => Math.abs(other - edge) < 2.5).length
    if (count > best.count) best = { at: edge, count }
  }
  return best
}

/** The column that an amount stands in. */
export function columnOf(amount: AmountAt, edges: readonly Edges[]): Figure | undefined {
  const size = amount.words[0]?.size ?? 9
  const slack = amount.words[0]?.origin === 'ocr' ? size : 0.5 * size
  const box = boxOf(amount)
  const off = ({ right, left }: Edges) => {
    if (right !== undefined) return Math.min(...rightsOf(amount).map((at) => Math.abs(at - right)))
    return left === undefined ? Number.POSITIVE_INFINITY : Math.abs(box[0] - left)
  }
  const [best] = edges.toSorted((a, b) => off(a) - off(b))
  return best && off(best) <= slack && (best.whole || isMoney(amount)) ? best.role : undefined
}
