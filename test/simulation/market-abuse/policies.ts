import { DEFAULT_LIMITS } from '../../../server/src/limits.ts'
import { BETWEEN_MS, PAIRED } from '../../../server/src/market/verification/begin-check.ts'
import type { Policy } from './world.ts'

/** What having a text read costs, of what having it written costs. */
const READ = 0.1

const costOf = (paired: number) => (1 + paired) * (1 + READ)
const anHour = (every_ms: number) => 3_600_000 / every_ms
const checks_an_hour = {
  undecided: anHour(BETWEEN_MS.undecided),
  watch: anHour(BETWEEN_MS.watch),
  verified: anHour(BETWEEN_MS.verified),
  refused: 0,
}

/** As the server does it. */
export const SERVER: Policy = {
  hold_h: { verified: DEFAULT_LIMITS.earnings_hold_verified_hours, other: DEFAULT_LIMITS.earnings_hold_checked_hours },
  ...{ checks_an_hour, paired: PAIRED, jobs_a_check: costOf(PAIRED) },
}

/** As it was: the reference answered each check, and what had not been decided about waited a week (decision 0114). */
export const BEFORE: Policy = {
  hold_h: { verified: 24, other: 168 },
  ...{ checks_an_hour, paired: 1, jobs_a_check: costOf(1) },
}
