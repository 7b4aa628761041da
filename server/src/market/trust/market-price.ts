import { weightedMedian } from './weighted-median.ts'

/** What was paid in all at one price. */
export interface Sale {
  price_nano: bigint
  paid_nano: bigint
}

/**
 * The market's price: the median of prices by what was paid at each, so that half of the credits went to hosts at this
 * price or below. Whoever wants to move it pays the fee on as much as all others bought. Undefined without sales; pure.
 */
export function marketPrice(sales: readonly Sale[]): bigint | undefined {
  const byPrice = sales.toSorted((a, b) => (a.price_nano < b.price_nano ? -1 : a.price_nano > b.price_nano ? 1 : 0))
  return weightedMedian(byPrice)?.price_nano
}
