import { weightedMedian } from './weighted-median.ts'

/** What was paid at one price, in all and in paid credits alone. */
export interface Sale {
  price_nano: bigint
  /** Paid credits of a week, and of these of the last day. */
  paid_nano: bigint
  day_nano: bigint
  /** Of a week, promotional credits too. */
  sold_nano: bigint
}

/** What was paid for a model lately, as prices go by it. */
export interface Sold {
  /** The market's price; undefined where nothing was paid. */
  market_nano: bigint | undefined
  /** The median of a week with promotional credits, which cost nothing: it never says more than the operator allows. */
  usual_nano: bigint | undefined
  /** Paid credits of a week. */
  paid_nano: bigint
}

export const NOTHING_SOLD: Sold = { market_nano: undefined, usual_nano: undefined, paid_nano: 0n }

/** A day on which less than this part of the week was sold says nothing: its price is the week's. */
const DAYS = 7n

/**
 * The market's price is the median of prices by what was paid at each in a day, so that half of the credits went to hosts
 * at this price or below; of a day on which less was sold than on the week's average day, that of the week. Whoever wants
 * to move it pays the fee on as much as all others buy on such a day. Pure.
 */
export function soldOf(sales: readonly Sale[]): Sold {
  const byPrice = sales.toSorted((a, b) => (a.price_nano < b.price_nano ? -1 : a.price_nano > b.price_nano ? 1 : 0))
  const median = (of: (sale: Sale) => bigint) =>
    weightedMedian(byPrice.map((sale) => ({ price_nano: sale.price_nano, paid_nano: of(sale) })))?.price_nano
  const sum = (of: (sale: Sale) => bigint) => sales.reduce((all, sale) => all + of(sale), 0n)
  const week = sum(({ paid_nano }) => paid_nano)
  const quiet = DAYS * sum(({ day_nano }) => day_nano) < week
  return {
    market_nano: median(({ paid_nano, day_nano }) => (quiet ? paid_nano : day_nano)),
    usual_nano: median(({ sold_nano }) => sold_nano),
    paid_nano: week,
  }
}
