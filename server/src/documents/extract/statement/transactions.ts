import type { PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import type { DateOrder, Period } from '../../values/date.ts'
import { type Entry, gatherEntries } from './entry.ts'
import { dateRows } from './entry-dates.ts'
import { readLedger } from './ledger.ts'
import { findMovements, type Movement } from './movements.ts'
import type { TableHead } from './table-head.ts'

export interface Account {
  /** In the order of the page. */
  entries: Entry[]
  heads: TableHead[]
  /** In the order of time, with dates. */
  movements: DatedMovement[]
  newestFirst: boolean
}

export interface DatedMovement extends Movement {
  /** YYYY-MM-DD; undefined where recognition could not read it, or nothing on the pages says of which year it is. */
  date: string | undefined
}

export interface AccountOptions {
  style: AmountStyle
  /** Undefined where the pages print no year. */
  period: Period | undefined
  order: DateOrder | undefined
  card: boolean
}

/** The account's rows and transactions, as the tables print them. */
export function readAccount(pages: readonly PageLayout[], { style, period, order, card }: AccountOptions): Account {
  const strips = readLedger(pages, style)
  const entries = gatherEntries(strips)
  const movements = findMovements(entries, card)
  const { dates, newestFirst } = dateRows(
    movements.map(({ entry }) => entry.date),
    period,
    order,
  )
  const dated = movements.map((movement, i) => ({ ...movement, date: dates[i] }))
  return {
    entries,
    heads: strips.map(({ head }) => head),
    movements: newestFirst ? dated.reverse() : dated,
    newestFirst,
  }
}
