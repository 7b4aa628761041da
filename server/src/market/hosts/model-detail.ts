import type { Model } from '@mkt/schemas'
import { TIMES } from '../../limits.ts'
import type { Market } from '../deps.ts'
import { ModelOffers } from '../jobs/offers.ts'
import { marketPrice, type Sale } from '../trust/market-price.ts'
import { salesSince } from '../trust/market-prices.ts'
import { type Evidence, PROOF_MS } from '../trust/proof.ts'
import { allEvidence } from '../trust/proof-store.ts'
import { allSales } from '../trust/sales-store.ts'
import { hostsOfModels } from './listing-store.ts'

type Row = Awaited<ReturnType<typeof hostsOfModels>>[number]
type Detail = Required<Omit<Model, 'name' | 'available_hosts' | 'min_price_per_token' | 'max_tokens'>>

/** A job of no length of its own. */
const USUAL_TOKENS = 128

/** What GET /models?detail=full adds, by model, and of how many rows it was read. */
export async function detailModels(market: Market): Promise<{ details: Map<string, Detail>; rows: number }> {
  const { database, clock } = market
  const now = clock.now()
  const hosts = await hostsOfModels(database, now - TIMES.listed_ms)
  const evidence = await allEvidence(database, now - PROOF_MS)
  const sales = await allSales(database, salesSince(now))
  const shown = new Map(evidence.map((row) => [`${row.model}/${row.host_id}`, row]))
  const sold = Map.groupBy(sales, ({ model }) => model)
  const details = new Map<string, Detail>()
  for (const [model, rows] of Map.groupBy(hosts, (row) => row.model)) {
    const offering = rows.map((row) => ({ ...row, evidence: shown.get(`${model}/${row.host_id}`) }))
    details.set(model, detailOf(market, offering, sold.get(model) ?? [], now))
  }
  return { details, rows: hosts.length + evidence.length + sales.length }
}

function detailOf(
  { trust, unprovenLimitNano }: Market,
  hosts: readonly (Row & { evidence: Evidence | undefined })[],
  sales: readonly Sale[],
  now: number,
): Detail {
  const market_nano = marketPrice(sales)
  const probation = trust === 'strangers'
  const terms = { market_nano, unproven_nano: probation ? unprovenLimitNano : undefined, probation }
  const book = ModelOffers.of(hosts, now, terms)
  const quote = book.quote(Math.min(USUAL_TOKENS, book.max_tokens ?? USUAL_TOKENS))
  const active = hosts.filter((host) => host.status === 'active' && host.paused === 0 && host.available === 1)
  const speeds = active.flatMap(({ tokens_per_second }) => tokens_per_second ?? []).sort((a, b) => a - b)
  return {
    market_price_per_token: market_nano ?? null,
    price_limit_per_token: quote?.within ? quote.limit_nano : null,
    proven_hosts: active.filter(({ host_id }) => (book.ofHost(host_id)?.proven_tokens ?? 0) > 0).length,
    // Nobody is verified yet.
    verified_hosts: 0,
    tokens_per_second: speeds[Math.floor(speeds.length / 2)] ?? null,
  }
}
