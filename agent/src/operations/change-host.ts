import { formatCredits, type HostChange, MAX_NANO, market, models as modelNames, parseCredits } from '@mkt/schemas'
import { type Asker, askerOf } from '../ask.ts'
import { type CommandIo, jsonLine } from '../command-io.ts'
import { Failure } from '../failure.ts'
import { type HostSession, openHost, type PlaceFlags } from '../host-session.ts'
import { agentWith } from '../lock.ts'
import { absurdPrice } from '../price/absurd.ts'
import { pricesOfOthers } from '../price/market-price.ts'
import { keptModelPrices } from '../price/own-model-prices.ts'
import { marketHosts } from '../price/settle-price.ts'
import type { Identity } from '../state.ts'
import { changeWords } from '../words/host-change.ts'
import { list } from '../words/quantity.ts'

export interface ChangeFlags extends PlaceFlags {
  price?: string
  inputPrice?: string
  /** NAME=N, of single models. */
  modelPrice?: string[]
  model?: string[]
  /** What looks like a slip is meant. */
  yes?: boolean
  json?: boolean
}

type Given = { [K in 'price' | 'inputPrice' | 'modelPrice' | 'model']: ChangeFlags[K] | undefined }

/** `mkt-agent set`: another price or other models, at once; jobs that run keep their price. */
export async function setTerms(
  io: CommandIo,
  { price, inputPrice, modelPrice, model, yes = false, json, ...place }: ChangeFlags,
  ask = askerOf(),
): Promise<undefined> {
  const terms = termsOf({ price, inputPrice, modelPrice, model })
  const session = openHost(io, place)
  const change = modelPrice ? { ...terms, ...(await withModelPrices(session, modelPrice)) } : terms
  const running = (await agentWith(session.place.state)) !== undefined
  if (change.models && !yes) demandServed(change.models, session.identity, running)
  if (change.price_per_token !== undefined && !yes) await demandSane(io, session, change, ask)
  const host = await apply(session, change)
  if (json) return void io.print(jsonLine(host))
  const read = host.price_per_input_token ? formatCredits(host.price_per_input_token) : undefined
  io.print(changeWords.terms(host.host_id, formatCredits(host.price_per_token), read, host.models.join(', ')))
  for (const [name, { price_per_token: nano }] of Object.entries(host.model_prices ?? {}))
    io.print(changeWords.ofModel(name, formatCredits(nano)))
  const unserved = missing(change.models ?? [], session.identity)
  if (unserved.length > 0) io.tell(changeWords.unserved(list(unserved)))
  io.tell(changeWords.startSetsBack)
}

/** What the server has of single models, with these prices in it: they are said all at once. */
async function withModelPrices({ client }: HostSession, given: readonly string[]): Promise<HostChange> {
  const host = await client.call(market.hostMe, {})
  const { models, price_per_input_token } = host
  if (!host.model_prices) throw new Failure('usage', changeWords.noModelPrices)
  const prices = { ...host.model_prices }
  for (const text of given) {
    const at = text.lastIndexOf('=')
    const [model, price] = [text.slice(0, at), creditsOf('--model-price', text.slice(at + 1))]
    if (at < 1 || price === undefined || !models.includes(model))
      throw new Failure('usage', changeWords.modelPrice(text, list(models)))
    const read = prices[model]?.price_per_input_token ?? price_per_input_token ?? 0n
    prices[model] = { price_per_token: price, price_per_input_token: read }
  }
  return { model_prices: prices }
}

/** Models that no agent of this host serves would be announced, and never sold. */
function demandServed(models: readonly string[], identity: Identity, running: boolean): void {
  const unserved = missing(models, identity)
  if (unserved.length === 0) return
  const agent = running ? 'the running agent' : changeWords.lastAgent
  throw new Failure('usage', changeWords.notServed(agent, list(unserved), list(servedBy(identity))), [
    changeWords.serveFirst,
    changeWords.announceAnyway,
  ])
}

function missing(models: readonly string[], identity: Identity): string[] {
  const served = servedBy(identity)
  return models.filter((name) => !served.includes(name))
}

const servedBy = ({ served, registered }: Identity) => served ?? registered.models

async function demandSane(
  io: CommandIo,
  session: HostSession,
  change: HostChange,
  ask: Asker | undefined,
): Promise<void> {
  const { identity } = session
  const models = change.models ?? identity.registered.models
  const hosts = await marketHosts(identity.server, io.effects)
  const others = pricesOfOthers(hosts, { models, own: identity.host_id })
  const strange = absurdPrice(change.price_per_token as bigint, others)
  if (strange === undefined) return
  if (!ask) throw new Failure('usage', strange, [changeWords.otherPrice])
  if (!(await ask.confirm(changeWords.setAnyway(strange)))) throw new Failure('usage', changeWords.notSet)
}

/** `mkt-agent pause` and `resume`: whether the host gets jobs; those that run go on. */
export async function setPaused(
  io: CommandIo,
  { json, ...place }: PlaceFlags & { json?: boolean },
  paused: boolean,
): Promise<undefined> {
  const host = await apply(openHost(io, place), { paused })
  if (json) return void io.print(jsonLine(host))
  const running = host.running_jobs.length
  const rest = running === 0 ? '' : changeWords.runOn(running)
  io.print(paused ? changeWords.paused(host.host_id, rest) : changeWords.resumed(host.host_id))
}

async function apply({ client, state, identity }: HostSession, change: HostChange) {
  const host = await client.call(market.changeHost, { body: change })
  const { price_per_token, price_per_input_token: input, model_prices, models } = change
  if (price_per_token === undefined && input === undefined && !model_prices && models === undefined) return host
  const registered = {
    ...identity.registered,
    ...(price_per_token === undefined ? {} : { price_per_token: formatCredits(price_per_token) }),
    ...(input === undefined ? {} : { price_per_input_token: formatCredits(input) }),
    ...(model_prices ? { model_prices: keptModelPrices(model_prices) } : {}),
    ...(models === undefined ? {} : { models }),
  }
  // Read anew: a running agent may have written its own share since.
  // A price that its owner sets is where following begins anew.
  const anew = price_per_token === undefined ? {} : { follows_from: undefined }
  state.save({ ...(state.load(identity.server) ?? identity), registered, ...anew })
  return host
}

function termsOf({ price, inputPrice, modelPrice, model }: Given): HostChange {
  if (price === undefined && inputPrice === undefined && !modelPrice && model === undefined) {
    throw new Failure('usage', changeWords.nothing)
  }
  const price_per_token = creditsOf('--price', price)
  const price_per_input_token = creditsOf('--input-price', inputPrice)
  const models = model === undefined ? undefined : modelNames.safeParse(model.map((text) => text.replace(/=.*/, '')))
  if (models && !models.success) throw new Failure('usage', changeWords.models)
  return {
    ...(price_per_token === undefined ? {} : { price_per_token }),
    ...(price_per_input_token === undefined ? {} : { price_per_input_token }),
    ...(models ? { models: models.data } : {}),
  }
}

function creditsOf(flag: string, given: string | undefined): bigint | undefined {
  if (given === undefined) return undefined
  const nano = parseCredits(given)
  if (nano === undefined || nano < 0n || nano > MAX_NANO) throw new Failure('usage', changeWords.price(flag, given))
  return nano
}
