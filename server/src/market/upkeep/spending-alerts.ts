import { tellReached } from '../alerts/tell-reached.ts'
import type { Market } from '../deps.ts'
import { everyAtOne } from './at-one.ts'

/** Not at the end of each job, which would look at them a thousand times as often. */
const EVERY_MS = 30_000

/** Tells users that they have spent, or have left, what they wanted to be told of. */
export function startSpendingAlerts(market: Market) {
  return everyAtOne(market, 'spending-alerts', EVERY_MS, () => tellReached(market))
}
