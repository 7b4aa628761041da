import type { SoldHour } from '@mkt/schemas'

const HOUR_MS = 3_600_000

export interface Hour {
  /** Its beginning in epoch milliseconds. */
  at: number
  /** Undefined before the first sale; of an hour without one the price before. */
  price: bigint | undefined
  tokens: number
  credits: bigint
}

/** All hours up to now, of which only those with sales are told. */
export function lastHours(sold: readonly SoldHour[], count: number, now: number): Hour[] {
  const known = new Map(sold.map((hour) => [Date.parse(hour.hour), hour]))
  const end = Math.floor(now / HOUR_MS) * HOUR_MS
  let price: bigint | undefined
  return Array.from({ length: count }, (_, index) => {
    const at = end - (count - 1 - index) * HOUR_MS
    const { tokens = 0, credits = 0n, price_per_token } = known.get(at) ?? {}
    price = price_per_token ?? price
    return { at, price, tokens, credits }
  })
}
