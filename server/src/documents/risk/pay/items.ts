import type { AmountAt } from '../../values/amount-style.ts'
import { type CaptionedRow, captionedRows, inColumnOf } from '../captioned-rows.ts'
import { claim } from '../claim.ts'
import { amount, type Facts, money, type Rule } from '../facts.ts'

const ROUNDING = 0.05
const TELLING_GAP = 1
/** Right ends of figures of one column, in points. */
const ALIGNED = 4
/** A total stands under its items; then they follow one another at one distance, more or less. */
const [FIRST_GAP, NEXT_GAP] = [250, 1.6]
/** One item may be the total said again, where no other column tells. */
const FEWEST_ALONE = 2

/** A column of a list: its total, and the items over it from the lowest up; undefined where a row has none in it. */
interface Column {
  total: AmountAt
  items: readonly (AmountAt | undefined)[]
}

interface List {
  field: string
  columns: readonly Column[]
  /** All amounts of each item, whatever column they stand in. */
  across: readonly number[]
  /** Nothing else stands over it in its column. */
  alone: boolean
}

const level = ({ line }: CaptionedRow) => line.box[1]

/** The rows over a total with an amount in its column, from the lowest up. */
function rowsOver(rows: readonly CaptionedRow[], total: CaptionedRow, column: AmountAt): CaptionedRow[] {
  return rows
    .filter((row) => row.page === total.page && level(row) > level(total) + 1 && inColumnOf(column, row, ALIGNED))
    .toSorted((a, b) => level(a) - level(b))
}

/** Those of them that follow one another without a gap. */
function itemsOver(above: readonly CaptionedRow[], total: CaptionedRow): CaptionedRow[] {
  const items: CaptionedRow[] = []
  for (const row of above) {
    const [last, before] = [items.at(-1) ?? total, items.at(-2) ?? total]
    const gap = level(row) - level(last)
    if (gap > (items.length === 0 ? FIRST_GAP : NEXT_GAP * Math.max(level(last) - level(before), 1))) break
    items.push(row)
  }
  return items
}

/** Where a heading of the total's own column stands over it at the nearest: what is above that is another table's. */
function headingOver({ reading }: Facts, total: CaptionedRow, { words }: AmountAt): number {
  const edge = words.at(-1)?.box[2] ?? 0
  const lines = reading.pages.find(({ page }) => page.number === total.page)?.lines ?? []
  const heads = lines.filter(
    ({ box, segments }) =>
      box[1] > level(total) + 1 &&
      segments.some((each) => Math.abs(each.box[2] - edge) <= ALIGNED && /^\P{N}*\p{L}{2}\P{N}*$/u.test(each.text)),
  )
  return Math.min(Number.POSITIVE_INFINITY, ...heads.map(({ box }) => box[1]))
}

/** The lists over every place where the sum is printed: many stubs print it again in a summary. */
function listsOf(facts: Facts, rows: readonly CaptionedRow[], name: string): List[] {
  const value = amount(facts, name)
  return rows.flatMap((total) => {
    const paid = total.amounts.find((each) => value !== undefined && Math.abs(each.value) === Math.abs(value))
    if (!paid || total.amounts.length > 2) return []
    const above = rowsOver(rows, total, paid)
    const head = headingOver(facts, total, paid)
    const items = itemsOver(above, total).filter((row) => level(row) < head)
    const columns = total.amounts.map((column) => ({
      total: column,
      items: items.map((row) => inColumnOf(column, row, ALIGNED)),
    }))
    // A total beside it may be that of other rows.
    const own = columns.filter((column) => column.items.some((item) => item !== undefined))
    const across = items.map((row) => row.amounts.reduce((sum, each) => sum + each.value, 0))
    return items.length > 0 ? [{ field: name, columns: own, across, alone: items.length === above.length }] : []
  })
}

const sumOf = (items: Column['items']) => items.reduce((all, item) => all + (item?.value ?? 0), 0)
const gapOf = ({ total, items }: Column, count: number) =>
  Math.abs(total.value) - Math.abs(sumOf(items.slice(0, count)))

/** How many of the items over a total come to it: lists stand over one another, and are not always set apart. */
function closesAt(column: Column): number | undefined {
  const counts = column.items.map((_, at) => at + 1)
  return counts.find((count) => Math.abs(gapOf(column, count)) <= ROUNDING)
}

const wordsOf = ({ total, items }: Column) => [total, ...items].flatMap((each) => each?.words ?? [])

/** On a scan a row may be lost without a trace: then the items come to less than the total, and prove nothing. */
const mayLackRow = (column: Column, count: number) =>
  gapOf(column, count) > 0 && wordsOf(column).some(({ origin }) => origin === 'ocr')

const isWhole = (list: List) => list.columns.every((column) => closesAt(column) !== undefined) || isOfAll(list)

/** A lone total under two columns may be that of both: what is taxed and what is exempt. */
function isOfAll({ columns, across }: List): boolean {
  const [only, ...more] = columns
  if (!only || more.length > 0) return false
  const sums = across.map((_, at) => across.slice(0, at + 1).reduce((sum, each) => sum + each, 0))
  return sums.some((sum) => Math.abs(Math.abs(only.total.value) - Math.abs(sum)) <= ROUNDING)
}

/** The column that its items do not come to, and how many items it should have by what else closes. */
function offColumn(list: List, others: readonly List[]): { column: Column; count: number } | undefined {
  const [column, ...more] = list.columns.filter((each) => closesAt(each) === undefined)
  if (!column || more.length > 0) return undefined
  const beside = list.columns.flatMap((other) => closesAt(other) ?? [])[0]
  const count = beside ?? (isBorneOut(list, others) ? column.items.length : undefined)
  return count !== undefined && Math.abs(gapOf(column, count)) >= TELLING_GAP ? { column, count } : undefined
}

/** Earnings of one column are all there where nothing else stands over them, and another list of the stub closes. */
function isBorneOut({ field, columns, alone }: List, others: readonly List[]): boolean {
  const many = ({ columns: [first] }: List) => (first?.items.length ?? 0) >= FEWEST_ALONE
  const single =
    field === 'gross_pay' && columns.length === 1 && alone && (columns[0]?.items.length ?? 0) >= FEWEST_ALONE
  return single && others.some((other) => isWhole(other) && many(other))
}

const said = (name: string) => name.replaceAll('_', ' ')

const SUMMED = ['gross_pay', 'total_taxes', 'total_deductions']

/**
 * Items of a stub against the total under them. That they are all of its items another sum tells: the other column, or
 * another list of the stub that closes in each of its columns.
 */
export const payItems: Rule = (facts) => {
  if (facts.part.type !== 'PAY_STUB') return []
  const rows = captionedRows(facts)
  const lists = SUMMED.flatMap((name) => listsOf(facts, rows, name))
  const open = lists.filter(({ field }) => !lists.some((list) => list.field === field && isWhole(list)))
  return open.flatMap((list) => {
    const found = offColumn(list, lists)
    if (!found) return []
    const { column, count } = found
    const ofYear = list.columns.some(({ total }) => Math.abs(total.value) < Math.abs(column.total.value))
    // What was paid earlier in the year and not this time has a row of its own on some stubs only.
    if ((ofYear && gapOf(column, count) > 0) || mayLackRow(column, count)) return []
    const sum = sumOf(column.items.slice(0, count))
    return claim(facts, {
      code: 'PAY_STUB_ITEMS',
      family: 'arithmetic',
      severity: 'medium',
      proof: true,
      message: `${said(list.field)} says ${money(column.total.value)}; the items over it come to ${money(sum)}`,
      fields: [list.field],
      figures: [column.total.value, sum],
      gap: gapOf(column, count),
      rests: wordsOf(column),
    })
  })
}
