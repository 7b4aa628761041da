import type { Field } from '../../model/findings.ts'
import type { AmountAt } from '../../values/amount-style.ts'
import { claim } from '../claim.ts'
import { type Facts, money, type Rule } from '../facts.ts'
import { type StubRow, stubRows } from './stub-rows.ts'

const ROUNDING = 0.05
const TELLING_GAP = 1
/** Right ends of figures of one column, in points. */
const ALIGNED = 4
/** A total stands under its items; then they follow one another at one distance, more or less. */
const [FIRST_GAP, NEXT_GAP] = [40, 1.6]
/** Fewer items come to a total by chance, or are the total said again. */
const FEWEST = 2

/** A column of a list: its total, and the items over it from the lowest up; undefined where a row has none in it. */
interface Column {
  total: AmountAt
  items: readonly (AmountAt | undefined)[]
}

interface List {
  field: string
  columns: readonly Column[]
  /** Nothing else stands over it in its column. */
  alone: boolean
}

const right = ({ words }: AmountAt) => words.at(-1)?.box[2] ?? 0
const level = ({ line }: StubRow) => line.box[1]

function under(column: AmountAt, { amounts }: StubRow): AmountAt | undefined {
  return amounts.find((amount) => Math.abs(right(amount) - right(column)) <= ALIGNED)
}

/** The rows over a total with an amount in its column, from the lowest up. */
function rowsOver(rows: readonly StubRow[], total: StubRow, column: AmountAt): StubRow[] {
  return rows
    .filter((row) => row.page === total.page && level(row) > level(total) + 1 && under(column, row))
    .toSorted((a, b) => level(a) - level(b))
}

/** Those of them that follow one another without a gap. */
function itemsOver(above: readonly StubRow[], total: StubRow): StubRow[] {
  const items: StubRow[] = []
  for (const row of above) {
    const [last, before] = [items.at(-1) ?? total, items.at(-2) ?? total]
    const gap = level(row) - level(last)
    if (gap > (items.length === 0 ? FIRST_GAP : NEXT_GAP * Math.max(level(last) - level(before), 1))) break
    items.push(row)
  }
  return items
}

function listOf(facts: Facts, rows: readonly StubRow[], name: string): List[] {
  const field: Field | undefined = facts.part.fields[name]
  const total = rows.find(({ amounts }) =>
    amounts.some(({ words }) => words.some((word) => field?.words.includes(word))),
  )
  const paid = total?.amounts.find(({ words }) => words.some((word) => field?.words.includes(word)))
  if (!total || !paid || total.amounts.length > 2) return []
  const above = rowsOver(rows, total, paid)
  const items = itemsOver(above, total)
  const columns = total.amounts.map((column) => ({ total: column, items: items.map((row) => under(column, row)) }))
  return items.length >= FEWEST ? [{ field: name, columns, alone: items.length === above.length }] : []
}

const sumOf = (items: Column['items']) => items.reduce((all, item) => all + (item?.value ?? 0), 0)
const gapOf = ({ total, items }: Column, count: number) =>
  Math.abs(total.value) - Math.abs(sumOf(items.slice(0, count)))

/** How many of the items over a total come to it: lists stand over one another, and are not always set apart. */
function closesAt(column: Column): number | undefined {
  const counts = column.items.map((_, at) => at + 1).filter((count) => count >= FEWEST)
  return counts.find((count) => Math.abs(gapOf(column, count)) <= ROUNDING)
}

/** The column that its items do not come to, and how many items it should have by what else closes. */
function offColumn(
  { field, columns, alone }: List,
  others: readonly List[],
): { column: Column; count: number } | undefined {
  const off = columns.filter((column) => closesAt(column) === undefined)
  const [column] = off
  if (!column || off.length > 1) return undefined
  const beside = columns.flatMap((other) => closesAt(other) ?? [])[0]
  const apart = others.some((other) => other.columns.every((each) => closesAt(each) !== undefined))
  const count =
    beside ?? (field === 'gross_pay' && columns.length === 1 && alone && apart ? column.items.length : undefined)
  return count !== undefined && Math.abs(gapOf(column, count)) >= TELLING_GAP ? { column, count } : undefined
}

const said = (name: string) => name.replaceAll('_', ' ')

const SUMMED = ['gross_pay', 'total_taxes', 'total_deductions']

/**
 * Items of a stub against the total under them. That they are all of its items another sum tells: the other column, or
 * another list of the stub that closes in each of its columns.
 */
export const payItems: Rule = (facts) => {
  if (facts.part.type !== 'PAY_STUB') return []
  const rows = stubRows(facts)
  const lists = SUMMED.flatMap((name) => listOf(facts, rows, name))
  return lists.flatMap((list) => {
    const found = offColumn(list, lists)
    if (!found) return []
    const { column, count } = found
    const ofYear = list.columns.some(({ total }) => Math.abs(total.value) < Math.abs(column.total.value))
    // What was paid earlier in the year and not this time has a row of its own on some stubs only.
    if (ofYear && gapOf(column, count) > 0) return []
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
      rests: [column.total, ...column.items].flatMap((each) => each?.words ?? []),
    })
  })
}
