import type { Market } from '../deps.ts'
import { PROBATION_JOBS } from '../trust/probation.ts'
import type { ClaimingHost } from './work-store.ts'

/** Models for which a host is on probation: it has yet to prove itself there, among strangers. */
export type Probation = ReadonlySet<string>

const NONE: Probation = new Set()

/** Those of the models for which the host is on probation. Reads offers where they were not read lately. */
export async function probationOf(market: Market, host_id: string, models: Iterable<string>): Promise<Probation> {
  if (market.trust === 'own') return NONE
  const found = new Set<string>()
  for (const model of models) {
    // A claim may go by what is a second old: reading anew as often as quotes do cost it a tenth.
    const offers = market.offers.lately(model) ?? (await market.offers.of(model))
    if (!isProven(offers, host_id)) found.add(model)
  }
  return found
}

/** The same for one model by what was read lately, at once: a host of which nothing is known is on probation. */
export function probationNow(market: Market, host_id: string, model: string): Probation {
  if (market.trust === 'own' || isProven(market.offers.lately(model), host_id)) return NONE
  return new Set([model])
}

const isProven = (offers: Awaited<ReturnType<Market['offers']['of']>>, host_id: string) =>
  (offers?.ofHost(host_id)?.proven_tokens ?? 0) > 0

/** Those of the models of which a host that holds so many jobs may have one more. Pure. */
export function claimable(
  { concurrency }: Pick<ClaimingHost, 'concurrency'>,
  held: number,
  models: Iterable<string>,
  probation: Probation,
): string[] {
  if (held >= concurrency) return []
  const all = [...models]
  return held < PROBATION_JOBS ? all : all.filter((model) => !probation.has(model))
}
