import { every } from '../../base/loop.ts'
import type { Market } from '../deps.ts'
import { releaseDue } from '../earnings/release-due.ts'

const EVERY_MS = 60_000

/** Lets hosts take out earnings whose hold is over. */
export function startEarningsRelease(market: Market) {
  return every(market.clock, market.log, 'earnings-release', EVERY_MS, () => releaseDue(market))
}
