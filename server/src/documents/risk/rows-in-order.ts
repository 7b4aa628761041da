import { chainOf } from './balance-chain.ts'
import { claim } from './claim.ts'
import { turnedRound } from './date-readings.ts'
import { daysBetween } from './days.ts'
import { amount, type Rule } from './facts.ts'
import { rowsOf, statement } from './statement-rows.ts'

/** Banks enter some transactions days after their own date. */
const LATE_ENTRY_DAYS = 12

/**
 * Rows whose balances follow each other stand in the order of time, so that a single date that does not was changed.
 * Rows without balances may be listed by kind or by card.
 */
export const rowsInOrder: Rule = statement((facts) => {
  const rows = rowsOf(facts).filter(({ values }) => typeof values.date === 'string')
  const dates = rows.map(({ values }) => String(values.date))
  const { checked, breaks } = chainOf(rows, amount(facts, 'opening_balance'))
  if (rows.length < 4 || checked < rows.length - 1 || breaks.length > 0) return []
  const astray = rows.filter((_, n) => isAstray(dates, n))
  const fits = (readings: (date: string) => string[]) =>
    dates.some((date, n) => readings(date).some((other) => isInOrder(dates.with(n, other))))
  // Years that rows leave out were taken from the period.
  if (astray.length === 0 || isInOrder(dates) || fits((date) => [inYear(date, -1), inYear(date, 1)])) return []
  const read = fits((date) => [turnedRound(date)])
  return claim(facts, {
    code: 'STATEMENT_ROW_OUT_OF_ORDER',
    family: 'consistency',
    severity: read ? 'low' : 'medium',
    proof: !read,
    message: `the rows run in the order of time but for ${astray.map(({ values }) => values.date).join(' or ')}`,
    fields: [],
    rows: astray,
    delicate: true,
  })
})

/** Without this one the others are in order, and it lies days away from those beside it. */
function isAstray(dates: readonly string[], n: number): boolean {
  const beside = [dates[n - 1], dates[n + 1]].flatMap((date) => date ?? [])
  const apart = beside.every((date) => Math.abs(daysBetween(date, dates[n] as string)) > LATE_ENTRY_DAYS)
  return apart && isInOrder(dates.toSpliced(n, 1))
}

function isInOrder(dates: readonly string[]): boolean {
  const sorted = dates.toSorted()
  return [sorted, sorted.toReversed()].some((order) => order.every((date, n) => date === dates[n]))
}

const inYear = (date: string, by: number) => `${Number(date.slice(0, 4)) + by}${date.slice(4)}`
