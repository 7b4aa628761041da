import { every } from '../../base/loop.ts'
import { TIMES } from '../../limits.ts'
import type { Market } from '../deps.ts'

/**
 * While the database was away nobody could call who had to: neither that time nor what they need to come back makes
 * anybody silent.
 */
export const soonAfterOutage = ({ database }: Pick<Market, 'database'>): boolean =>
  database.sinceAwayMs() < TIMES.lease_ms

/** A loop that comes round so much later than it was to was kept from it: its process stood still. */
const STOOD_STILL_MS = 10_000

/**
 * An upkeep loop that one of several servers runs. Two may for a moment: a round does no harm beside another. The round
 * is told whether this process stood still not long ago (stopped, swapped out, moved to another machine): what hosts
 * said meanwhile waits unread in its sockets, so that for the length of a lease it calls nobody silent.
 */
export function everyAtOne(
  market: Pick<Market, 'clock' | 'log' | 'leads'>,
  name: string,
  ms: number,
  round: (soonAfterStandstill: boolean) => Promise<void>,
): () => Promise<void> {
  const { clock, log, leads } = market
  let due = clock.monotonic() + ms
  let stood = Number.NEGATIVE_INFINITY
  return every(clock, log, name, ms, async () => {
    const now = clock.monotonic()
    if (now - due >= STOOD_STILL_MS) stood = now
    try {
      if (leads()) await round(now - stood < TIMES.lease_ms)
    } finally {
      due = clock.monotonic() + ms
    }
  })
}
