import { DEFAULT_LIMITS } from '../../../server/src/limits.ts'
import { DISPUTED_MS, PAIRED } from '../../../server/src/market/verification/begin-check.ts'
import { BETWEEN_MS } from '../../../server/src/market/verification/check-pace.ts'
import { SHOWN_MS } from '../../../server/src/market/verification/shown-verdict.ts'
import { ROUTINE_CHECKS_LATER } from '../../../server/src/storage/undecided-models.ts'
import type { Policy } from './world-state.ts'

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
  ...{ later: ROUTINE_CHECKS_LATER, follows: true, long: true, related_h: DISPUTED_MS / 3_600_000 },
  ...{ shown_h: SHOWN_MS / 3_600_000, priced: true },
}

/** As decision 0120 had it. */
export const KNOWN: Policy = {
  ...SERVER,
  hold_h: { verified: 72, other: 336 },
  ...{ later: 0, follows: false, long: false, related_h: 0, shown_h: 0, priced: false },
}

/** As it was: the reference answered each check, and what had not been decided about waited a week (decision 0114). */
export const BEFORE: Policy = {
  ...KNOWN,
  hold_h: { verified: 24, other: 168 },
  ...{ paired: 1, jobs_a_check: costOf(1) },
}
