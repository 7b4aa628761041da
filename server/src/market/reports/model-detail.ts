import { setImmediate as nextTurn } from 'node:timers/promises'
import { MAX_NANO, type Model, writeJson } from '@mkt/schemas'
import { TIMES } from '../../limits.ts'
import { covers, namesOf, VERIFIED } from '../../storage/capability-mask.ts'
import type { Market } from '../deps.ts'
import type { Listing } from '../hosts/listing-page.ts'
import { hostsOfModels } from '../hosts/listing-store.ts'
import { ModelOffers, termsOf } from '../jobs/offers.ts'
import { type Sale, soldOf } from '../trust/market-price.ts'
import { salesSince } from '../trust/market-prices.ts'
import { type Evidence, PROOF_MS } from '../trust/proof.ts'
import { evidenceBetween } from '../trust/proof-store.ts'
import { salesBetween } from '../trust/sales-store.ts'

type Row = Awaited<ReturnType<typeof hostsOfModels>>[number]
type Detail = Required<Omit<Model, 'name' | 'available_hosts' | 'min_price_per_token' | 'max_tokens'>>

/** A job of no length of its own. */
const USUAL_TOKENS = 128

/** Rows of hosts and models read at once, and models worked out: a few milliseconds of the event loop each. */
const ROWS_AT_ONCE = 1000
const MODELS_AT_ONCE = 250

/** GET /models?detail=full, and of how many rows it was read. */
export async function readDetails(market: Market): Promise<{ value: Listing; rows: number }> {
  const { models, rows: listed } = await market.listing.get()
  const { details, rows } = await detailModels(market)
  return { value: await models.with(details), rows: listed + rows }
}

/**
 * What GET /models?detail=full adds, by model as JSON, and of how many rows it was read: in steps, model by model, so
 * that nobody waits for more than one of them.
 */
export async function detailModels(
  market: Market,
  atOnce = ROWS_AT_ONCE,
): Promise<{ details: Map<string, string>; rows: number }> {
  const { database, clock } = market
  const now = clock.now()
  const details = new Map<string, string>()
  let rows = 0
  // Of the model at which the last page ended there may be more.
  let open: Row[] = []
  let done = ''
  for (let behind = { model: '', host_id: '' }; ; ) {
    const page = await hostsOfModels(database, { ...behind, since: now - TIMES.listed_ms, limit: atOnce })
    rows += page.length
    const end = page.length < atOnce
    const models = Map.groupBy([...open, ...page], ({ model }) => model)
    const last = page.at(-1) ?? open.at(-1)
    open = end || !last ? [] : (models.get(last.model) ?? [])
    if (!end && last) models.delete(last.model)
    if (models.size > 0) {
      const upTo = [...models.keys()].at(-1) as string
      rows += await detailInSteps(market, models, { after: done, last: upTo, now }, details)
      done = upTo
    }
    if (end || !last) return { details, rows }
    behind = { model: last.model, host_id: last.host_id }
    await nextTurn()
  }
}

/** Adds the details of these models; answers how many rows it read. */
async function detailInSteps(
  market: Market,
  models: ReadonlyMap<string, readonly Row[]>,
  { after, last, now }: { after: string; last: string; now: number },
  details: Map<string, string>,
): Promise<number> {
  const evidence = await evidenceBetween(market.database, { after, last }, now - PROOF_MS)
  const sales = await salesBetween(market.database, { after, last }, salesSince(now))
  const shown = new Map(evidence.map((row) => [`${row.model}/${row.host_id}`, row]))
  const sold = Map.groupBy(sales, ({ model }) => model)
  let worked = 0
  for (const [model, rows] of models) {
    const offering = rows.map((row) => ({ ...row, evidence: shown.get(`${model}/${row.host_id}`) }))
    details.set(model, writeJson(detailOf(market, offering, sold.get(model) ?? [], now)))
    if (++worked % MODELS_AT_ONCE === 0) await nextTurn()
  }
  return evidence.length + sales.length
}

function detailOf(
  { trust, unprovenLimitNano }: Market,
  hosts: readonly (Row & { evidence: Evidence | undefined })[],
  sales: readonly Sale[],
  now: number,
): Detail {
  const sold = soldOf(sales)
  const terms = termsOf(sold, trust === 'strangers' ? unprovenLimitNano : undefined)
  const book = ModelOffers.of(hosts, now, terms)
  const quote = book.quote(Math.min(USUAL_TOKENS, book.max_tokens ?? USUAL_TOKENS))
  const active = hosts.filter((host) => host.status === 'active' && host.paused === 0 && host.available === 1)
  const speeds = active.flatMap(({ tokens_per_second }) => tokens_per_second ?? []).sort((a, b) => a - b)
  return {
    market_price_per_token: sold.market_nano ?? null,
    price_limit_per_token: quote?.within ? bounded(quote.limit_nano) : null,
    proven_hosts: active.filter(({ host_id }) => (book.ofHost(host_id)?.proven_tokens ?? 0) > 0).length,
    verified_hosts: active.filter(({ capabilities }) => covers(capabilities, VERIFIED)).length,
    capabilities: namesOf(active.reduce((mask, host) => mask | host.capabilities, 0)),
    tokens_per_second: speeds[Math.floor(speeds.length / 2)] ?? null,
    min_price_per_input_token: active.reduce<bigint | null>((low, one) => cheaper(low, one.input_price_nano), null),
    context_length: active.reduce<number | null>((most, { context_tokens: own }) => longer(most, own), null),
  }
}

/** Twice the cheapest price may be more than any price is. */
const bounded = (price_nano: bigint) => (price_nano < MAX_NANO ? price_nano : MAX_NANO)
const cheaper = (one: bigint | null, other: bigint) => (one === null || other < one ? other : one)
const longer = (one: number | null, other: number | null) => (other !== null && other > (one ?? 0) ? other : one)
