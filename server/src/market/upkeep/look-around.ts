import { every } from '../../base/loop.ts'
import type { Market } from '../deps.ts'

const EVERY_MS = 5_000

/** Makes the hosts that wait look by themselves while nobody can be told of what other servers queue. */
export function startLookAround(market: Market) {
  if (!market.streams.shared) return async () => undefined
  return every(market.clock, market.log, 'look-around', EVERY_MS, async () => {
    if (market.away()) await market.waiting.lookAround()
  })
}
