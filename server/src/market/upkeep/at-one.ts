import { every } from '../../base/loop.ts'
import type { Market } from '../deps.ts'

/** An upkeep loop that one of several servers runs. Two may for a moment: a round does no harm beside another. */
export function everyAtOne(
  market: Pick<Market, 'clock' | 'log' | 'leads'>,
  name: string,
  ms: number,
  round: () => Promise<void>,
): () => Promise<void> {
  return every(market.clock, market.log, name, ms, () => (market.leads() ? round() : Promise.resolve()))
}
