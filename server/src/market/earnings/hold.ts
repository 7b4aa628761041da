import type { Market } from '../deps.ts'

export const HOUR_MS = 3_600_000
/** After every hour there is. */
export const EVER = 1_000_000_000

type Terms = Pick<Market, 'limits' | 'trust'>

/** With strangers earnings wait before they can be taken out, so that a buyer has time to look at the text. */
export const holds = ({ trust }: Pick<Market, 'trust'>): boolean => trust === 'strangers'

export const hourOf = (at: number): number => Math.floor(at / HOUR_MS)

/** When the earnings of an hour can be taken out (wall ms): an hour counts from its end. */
export function releaseAt({ limits }: Terms, hour: number): number {
  return (hour + 1) * HOUR_MS + limits.earnings_hold_hours * HOUR_MS
}

/** The first hour whose earnings cannot be taken out yet at a moment; without a hold there is none. */
export function firstHeld(terms: Terms, now: number): number {
  if (!holds(terms)) return EVER
  return hourOf(now) - terms.limits.earnings_hold_hours
}
