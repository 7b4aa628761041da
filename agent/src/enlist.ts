import { type CapabilitiesSaid, formatCredits, type HostChange, MOST_CONCURRENCY, market } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import type { Config } from './config.ts'
import { type Connection, RefusedError } from './connection.ts'
import type { GpuWatch } from './gpu.ts'
import type { Log } from './log.ts'
import { keptModelPrices, ownModelPrices } from './price/own-model-prices.ts'
import type { Identity, State } from './state.ts'
import { changedTerms, fixedDifferences } from './terms.ts'
import { flagFor } from './words/flags.ts'
import { list } from './words/quantity.ts'
import { enlistWords, registrationFaulty, registrationRefused } from './words/registration.ts'

/** The server does not take this registration. */
export class RegistrationError extends Error {
  override name = 'RegistrationError'
}

export interface EnlistOptions {
  config: Config
  connection: Connection
  gpus: GpuWatch
  state: State
  log: Log
  registerAgain: boolean
  /** What the engines were seen to do by now. */
  capabilities: () => CapabilitiesSaid
  signal: AbortSignal
}

/** This machine's host at the server: the one of an earlier start, or a newly registered one. */
export async function enlist(options: EnlistOptions): Promise<Identity> {
  const { config, connection, state, log, registerAgain } = options
  const known = state.load(config.server)
  if (known && registerAgain) {
    log.info(enlistWords.archived(known.host_id, state.archive(known)))
  }
  const found = known && !registerAgain ? await goOn(known, options) : await register(options)
  const identity = {
    ...found,
    served: config.models.map(({ name }) => name),
    ...keptPrice(config, registerAgain ? undefined : known),
  }
  if (JSON.stringify(identity) !== JSON.stringify(known)) state.save(identity)
  connection.authorize(identity.api_key)
  return identity
}

/** What the next start is to know of how the price was settled. */
function keptPrice(
  { price, price_nano }: Config,
  known: Identity | undefined,
): Pick<Identity, 'meant_price' | 'follows_from'> {
  const now = formatCredits(price_nano)
  return {
    meant_price: price.kind === 'fixed' ? now : undefined,
    follows_from: price.kind === 'auto' ? (known?.follows_from ?? now) : undefined,
  }
}

/** The host of an earlier start, with the price, the models and the GPU of now; the rest stays as it was registered. */
async function goOn(known: Identity, options: EnlistOptions): Promise<Identity> {
  const { connection, config, gpus, log } = options
  const fixed = fixedDifferences(known.registered, config)
  if (fixed.length > 0) {
    log.warn(enlistWords.fixed(fixed.join(', ')))
  }
  log.info({ host_id: known.host_id }, enlistWords.goesOn)
  // A driver that fails for a moment must not rename the host after its processor.
  const gpu = config.gpu ?? (await gpus.seen())
  const change = changedTerms(known.registered, config, gpu)
  if (!change) return known
  connection.authorize(known.api_key)
  return await applyTerms(known, change, options)
}

const TERMS: Record<keyof HostChange, string> = {
  gpu: 'the GPU',
  price_per_token: 'the price',
  price_per_input_token: 'the input price',
  model_prices: 'their prices',
  models: 'the models',
  model_max_tokens: 'the longest answers',
  model_context_lengths: 'the contexts',
  paused: 'the pause',
  capabilities: 'its capabilities',
  model_capabilities: 'their capabilities',
}

async function applyTerms(known: Identity, change: HostChange, options: EnlistOptions): Promise<Identity> {
  const { connection, config, state, log, signal } = options
  const host = await connection
    .persist(() => connection.client.call(market.changeHost, { body: change }, { signal }), { signal, final: isFault })
    .catch((error) => {
      throw error instanceof ApiError ? explain(error, config) : error
    })
  const price_per_token = formatCredits(host.price_per_token)
  const { registered: before } = known
  const { price_per_input_token: input, model_max_tokens: limits, model_context_lengths: contexts } = change
  const { model_prices } = change
  const more = {
    ...(model_prices ? { model_prices: keptModelPrices(model_prices) } : {}),
    ...(input === undefined ? {} : { price_per_input_token: formatCredits(input) }),
    ...(limits ? { model_max_tokens: { ...before.model_max_tokens, ...limits } } : {}),
    ...(contexts ? { model_context_lengths: { ...before.model_context_lengths, ...contexts } } : {}),
  }
  const registered = { ...before, price_per_token, models: host.models, gpu: host.gpu, ...more }
  const identity = { ...known, registered }
  state.save(identity)
  const changed = Object.keys(change).map((member) => TERMS[member as keyof HostChange])
  log.info({ price: price_per_token, models: host.models, gpu: host.gpu }, enlistWords.changed(list(changed)))
  return identity
}

async function register({ capabilities, ...options }: EnlistOptions): Promise<Identity> {
  const { config, connection, gpus, state, log, signal } = options
  const gpu = config.gpu ?? (await gpus.describe())
  const { backend, endpoint_url, max_tokens } = config
  const { model_max_tokens, model_context_lengths } = config
  const input = config.input_price_nano
  const limits = {
    ...(Object.keys(model_max_tokens).length > 0 ? { model_max_tokens } : {}),
    ...(Object.keys(model_context_lengths).length > 0 ? { model_context_lengths } : {}),
  }
  const models = config.models.map(({ name }) => name)
  const concurrency = Math.min(config.concurrency, MOST_CONCURRENCY)
  const terms = { price_per_token: config.price_nano, backend, endpoint_url, max_tokens, concurrency, ...limits }
  const model_prices = ownModelPrices(config)
  const apart = Object.keys(model_prices).length > 0
  const priced = { ...(input > 0n ? { price_per_input_token: input } : {}), ...(apart ? { model_prices } : {}) }
  const body = { gpu, models, ...terms, ...priced, ...capabilities() }
  connection.authorize(config.user_token)
  const host = await connection
    .persist(() => connection.client.call(market.registerHost, { body }, { signal }), {
      ...{ signal, final: isFault, forbiddenIsFinal: true },
    })
    .catch((error) => {
      throw explain(error, config)
    })
  const registered = {
    gpu,
    models,
    price_per_token: formatCredits(config.price_nano),
    backend,
    endpoint_url: endpoint_url ?? null,
    max_tokens,
    ...(input > 0n ? { price_per_input_token: formatCredits(input) } : {}),
    ...(apart ? { model_prices: keptModelPrices(model_prices) } : {}),
    ...limits,
  }
  const identity = { server: config.server, host_id: host.host_id, api_key: host.api_key, registered, instances: [] }
  state.save(identity)
  const owner = config.user_token ? enlistWords.ofUser : enlistWords.ofNobody
  log.info(
    { host_id: host.host_id, gpu, models, price: registered.price_per_token },
    enlistWords.registered(owner, state.where(config.server)),
  )
  return identity
}

function isFault(error: ApiError): boolean {
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
}

function explain(error: unknown, { server, user_token }: Config): unknown {
  if (error instanceof RefusedError) {
    return new RefusedError(registrationRefused(server, error.message, user_token !== undefined))
  }
  if (!(error instanceof ApiError)) return error
  const faults = error.details.map(({ path, message }) => `${flagFor(path)} ${message}`)
  return new RegistrationError(registrationFaulty(server, error.message, faults))
}
