import type { Market } from '../deps.ts'
import { STANDING, type Standing } from '../trust/standing.ts'

/** A host's standing with each of some models; of those that are not in it, it leads. */
export type Standings = ReadonlyMap<string, Standing>

const ALL_LEAD: Standings = new Map()

/** By what was read of the offers lately, at once; a host of which nothing is known is new. */
export function standingsOf(market: Market, host_id: string, models: Iterable<string>): Standings {
  if (market.trust === 'own') return ALL_LEAD
  return new Map([...models].map((model) => [model, market.offers.lately(model)?.standingOf(host_id) ?? STANDING.new]))
}
