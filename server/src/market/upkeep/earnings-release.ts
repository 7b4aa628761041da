import type { Market } from '../deps.ts'
import { releaseDue } from '../earnings/release-due.ts'
import { everyAtOne } from './at-one.ts'

const EVERY_MS = 60_000

/** Lets hosts take out earnings whose hold is over. */
export function startEarningsRelease(market: Market) {
  return everyAtOne(market, 'earnings-release', EVERY_MS, () => releaseDue(market))
}
