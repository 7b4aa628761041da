import type { CapabilitiesSaid } from '@mkt/schemas'
import { isoTime } from '../../base/clock.ts'
import { covers, namesOf, VERIFIED } from '../../storage/capability-mask.ts'
import type { listedHosts } from './listing-store.ts'
import { shownPrices } from './model-prices.ts'
import { roundedUptime } from './uptime.ts'

type Row = Awaited<ReturnType<typeof listedHosts>>[number]

/** GET /hosts: one entry a host with the models that it serves now; pure. */
export function listHosts(rows: readonly Row[]) {
  const hosts = new Map<string, { row: Row; models: string[] }>()
  for (const row of rows) {
    const host = hosts.get(row.host_id) ?? { row, models: [] }
    if (row.available === 1) host.models.push(row.model)
    hosts.set(row.host_id, host)
  }
  return [...hosts.values()].map(({ row, models }) => ({
    host_id: row.host_id,
    gpu: row.gpu,
    status: row.status,
    models,
    price_per_token: row.price_nano,
    backend: row.backend,
  }))
}

type HostDetail = CapabilitiesSaid &
  Partial<ReturnType<typeof reputationOf>> & {
    price_per_input_token: bigint
    model_prices: ReturnType<typeof shownPrices>
  }

/** What GET /hosts?detail=full adds, by host; pure. */
export function hostDetails(rows: readonly Row[], now: number): Map<string, HostDetail> {
  const hosts = Map.groupBy(rows, ({ host_id }) => host_id)
  return new Map(
    [...hosts].map(([host_id, of]) => [
      host_id,
      {
        price_per_input_token: of[0]?.input_price_nano ?? 0n,
        model_prices: of[0] ? shownPrices(of.map(ownPrices), of[0]) : {},
        ...shownCapabilities(of[0]?.host_capabilities ?? 0, of),
        ...(of[0] ? reputationOf(of[0], of, now) : {}),
      },
    ]),
  )
}

const ownPrices = ({ model, own_price_nano: price_nano, own_input_price_nano: input_price_nano }: Row) => ({
  model,
  price_nano,
  input_price_nano,
})

function reputationOf(host: Row, models: readonly Row[], now: number) {
  const { success_rate, tokens_per_second, jobs_completed, disputes_lost, registered_at } = host
  return {
    verified_models: models.filter(({ marks }) => covers(marks, VERIFIED)).map(({ model }) => model),
    success_rate: Math.round(success_rate * 1000) / 1000,
    tokens_per_second: tokens_per_second === null ? null : Math.round(tokens_per_second * 10) / 10,
    uptime: roundedUptime(host, now),
    jobs_completed,
    disputes_lost: Number(disputes_lost),
    registered_at: isoTime(registered_at),
  }
}

interface ModelCapabilities {
  model: string
  /** Null: as with the host's others. */
  capabilities: number | null
}

/** What a host can do, and with which of its models something else; pure. */
export function shownCapabilities(mask: number, models: readonly ModelCapabilities[]): Required<CapabilitiesSaid> {
  const own = models.filter(({ capabilities }) => capabilities !== null && capabilities !== mask)
  const named = own.map(({ model, capabilities }) => [model, namesOf(capabilities ?? 0)])
  return { capabilities: namesOf(mask), model_capabilities: Object.fromEntries(named) }
}

interface Offered {
  hosts: number
  price_nano: bigint
  max_tokens: number
}

/** GET /models: every model that a listed host serves; price and max_tokens over the active ones, else over all. */
export class ModelTally {
  readonly #models = new Map<string, { active?: Offered; idle?: Offered }>()
  /** As they were first seen. */
  readonly names: string[] = []

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      if (row.available !== 1) continue
      const state = row.status === 'active' && row.paused === 0 ? 'active' : 'idle'
      const model = this.#models.get(row.model)
      if (model) model[state] = counted(model[state], row)
      else {
        this.#models.set(row.model, { [state]: counted(undefined, row) })
        this.names.push(row.model)
      }
    }
  }

  /** One of the names. */
  model(name: string) {
    const { active, idle } = this.#models.get(name) as { active?: Offered; idle?: Offered }
    const { price_nano, max_tokens } = (active ?? idle) as Offered
    return { name, available_hosts: active?.hosts ?? 0, min_price_per_token: price_nano, max_tokens }
  }
}

function counted(so: Offered | undefined, { own_price_nano, price_nano: of_host, max_tokens }: Row): Offered {
  const price_nano = own_price_nano ?? of_host
  if (!so) return { hosts: 1, price_nano, max_tokens }
  so.hosts++
  if (price_nano < so.price_nano) so.price_nano = price_nano
  if (max_tokens > so.max_tokens) so.max_tokens = max_tokens
  return so
}
