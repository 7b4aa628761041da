import type { Market } from '../deps.ts'

export const HOUR_MS = 3_600_000
/** After every hour there is. */
export const EVER = 1_000_000_000

type Terms = Pick<Market, 'limits' | 'trust'>

/** How sure the market is that a host runs what it names. */
export interface Judged {
  /** 1 where it was shown of a model. */
  verified: number
  /** Models of which checks have not decided yet, or that are on watch. */
  undecided: number
  /** When the check began behind which enough have counted for what was earned before; null: there are none. */
  routine_at?: number | null
}

/** With strangers earnings wait before they can be taken out, so that a buyer has time to look at the text. */
export const holds = ({ trust }: Pick<Market, 'trust'>): boolean => trust === 'strangers'

export const hourOf = (at: number): number => Math.floor(at / HOUR_MS)

/**
 * Hours that a host's earnings wait. While checks look whether it runs what it names they wait for what those say, and
 * two weeks at most: simulated, a cheat that may take out before it is found earns more than honest hosts do.
 */
export function heldHours({ limits }: Pick<Market, 'limits'>, { verified, undecided }: Judged): number {
  if (undecided > 0) return limits.earnings_hold_checked_hours
  return verified === 1 ? limits.earnings_hold_verified_hours : limits.earnings_hold_hours
}

/**
 * The first hour whose earnings a host cannot take out yet. What a verified host earned waits until it was looked at
 * twice again as a matter of routine: so whoever turns after it was verified is found, or doubted, before it is paid,
 * however seldom the market can afford to look. Pure.
 */
export function firstHeldOf(terms: Terms, now: number, judged: Judged): number {
  const before = firstHeld(terms, now, heldHours(terms, judged))
  const { routine_at } = judged
  if (!holds(terms) || judged.undecided > 0 || judged.verified === 0 || typeof routine_at !== 'number') return before
  const looked = Math.min(before, hourOf(routine_at))
  return Math.max(looked, firstHeld(terms, now, terms.limits.earnings_hold_checked_hours))
}

/** When the earnings of an hour can be taken out (wall ms): an hour counts from its end. */
export const releaseAt = (hour: number, held_hours: number): number => (hour + 1 + held_hours) * HOUR_MS

/** The same as its owner is told it at a moment: what waits for checks longer than that is not let out in the past. */
export const releaseAsTold = (hour: number, held_hours: number, now: number): number =>
  Math.max(releaseAt(hour, held_hours), (hourOf(now) + 1) * HOUR_MS)

/** The first hour whose earnings cannot be taken out yet at a moment; without a hold there is none. */
export function firstHeld(terms: Terms, now: number, held_hours: number): number {
  return holds(terms) ? hourOf(now) - held_hours : EVER
}

/** The same for whoever is held for the shortest. */
export function firstHeldOfAny(terms: Terms, now: number): number {
  const { earnings_hold_hours, earnings_hold_verified_hours, earnings_hold_checked_hours } = terms.limits
  return firstHeld(terms, now, Math.min(earnings_hold_hours, earnings_hold_verified_hours, earnings_hold_checked_hours))
}
