import { every } from '../../base/loop.ts'
import { TIMES } from '../../limits.ts'
import type { Market } from '../deps.ts'

/**
 * While the database was away nobody could call who had to: neither that time nor what they need to come back makes
 * anybody silent.
 */
export const soonAfterOutage = ({ database }: Pick<Market, 'database'>): boolean =>
  database.sinceAwayMs() < TIMES.lease_ms

/** An upkeep loop that one of several servers runs. Two may for a moment: a round does no harm beside another. */
export function everyAtOne(
  market: Pick<Market, 'clock' | 'log' | 'leads'>,
  name: string,
  ms: number,
  round: () => Promise<void>,
): () => Promise<void> {
  return every(market.clock, market.log, name, ms, () => (market.leads() ? round() : Promise.resolve()))
}
