import type { Market } from '../deps.ts'
import { everyAtOne } from './at-one.ts'

const EVERY_MS = 1_000

/** Hands over what was queued by a server that ended before it could. */
export function startMissedJobs(market: Market) {
  if (!market.streams.shared) return async () => undefined
  return everyAtOne(market, 'missed-jobs', EVERY_MS, async () => {
    if (!market.away()) await market.waiting.handMissed()
  })
}
