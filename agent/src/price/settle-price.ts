import { formatCredits, MAX_NANO, market, parseCredits } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import type { Asker } from '../ask.ts'
import type { Config } from '../config.ts'
import { type Effects, pause } from '../effects.ts'
import { Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import type { Identity } from '../state.ts'
import { priceWords } from '../words/price.ts'
import { within } from './follow.ts'
import { listedPrices } from './listed-price.ts'
import {
  describeMarket,
  type Going,
  goingName,
  goingPrice,
  paidPrice,
  pricesOfOthers,
  type Rival,
} from './market-price.ts'
import { pricesKept } from './own-prices.ts'
import { followBounds, pickPrice, strangePrice } from './pick-price.ts'

const LIMIT_MS = 10_000
const AGAIN_MS = 5_000

export interface PriceOptions {
  effects: Effects
  log: Pick<Log, 'info' | 'warn'>
  ask: Asker | undefined
  /** An absurd price is meant. */
  yes: boolean
  /** This machine's host there, from an earlier start. */
  known: Identity | undefined
  signal: AbortSignal
}

/** The hosts that the server shows to everybody. */
export async function marketHosts(
  server: string,
  effects: Pick<Effects, 'fetch'>,
  signal?: AbortSignal,
): Promise<Rival[]> {
  const client = createClient({ baseUrl: server, fetch: effects.fetch })
  return (
    await client.call(
      market.hosts,
      { query: { detail: 'full' } },
      { timeoutMs: LIMIT_MS, ...(signal ? { signal } : {}) },
    )
  ).hosts
}

/** What was paid for these models of late; undefined where nothing was, or the server does not say. */
export async function paidThere(
  { server, models }: Pick<Config, 'server' | 'models'>,
  effects: Pick<Effects, 'fetch'>,
  signal?: AbortSignal,
): Promise<bigint | undefined> {
  const client = createClient({ baseUrl: server, fetch: effects.fetch })
  const options = { timeoutMs: LIMIT_MS, ...(signal ? { signal } : {}) }
  const names = models.map(({ name }) => name)
  const listed = await client.call(market.models, { query: { detail: 'full' } }, options).catch(() => undefined)
  return listed && paidPrice(listed.models, names)
}

/**
 * The configuration with a price that is a number: the one given, the market's middle price, or for `auto` the one that
 * the host asks already, else the market's. What others ask is shown. An absurd price is asked about; where nobody can
 * be asked it is refused unless it was said to be meant.
 */
export async function settlePrice(given: Config, options: PriceOptions): Promise<Config> {
  const config = priced(given)
  const models = config.models.map(({ name }) => name)
  const hosts = await askMarket(config, options)
  const others = hosts && pricesOfOthers(hosts, { models, own: options.known?.host_id })
  if (hosts) for (const line of marketLines(hosts, models, options)) options.log.info(line)
  const paid =
    hosts && config.price.kind !== 'fixed' ? await paidThere(config, options.effects, options.signal) : undefined
  const { factor_nano } = config.price
  const going = { others: others ?? [], paid, factor_nano, own: pricesKept(options.known) }
  const price_nano = await priceOf(config, going, options)
  const price =
    config.price.kind === 'auto'
      ? { ...config.price, ...followBounds(config.price, price_nano, options.known) }
      : config.price
  if (hosts) await demandSane(strangeOf({ ...config, price_nano }, hosts, options), options)
  if (config.price.kind !== 'fixed') options.log.info(sentenceOf({ ...config, price, price_nano }, going))
  else if (config.price_list) options.log.info(listedSentence(config))
  return { ...config, price, price_nano }
}

/** With the prices of its file, where it has one. */
function priced(config: Config): Config {
  if (!config.price_list) return config
  const models = config.models.map(({ name }) => name)
  return { ...config, ...listedPrices(config.price_list, models) }
}

/** Undefined where a fixed price is set and the server does not answer: starting goes on without. */
async function askMarket({ server, price }: Config, options: PriceOptions): Promise<Rival[] | undefined> {
  const { effects, log, known, signal } = options
  let said = false
  while (true) {
    try {
      return await marketHosts(server, effects, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (price.kind === 'fixed' || known) {
        log.warn(priceWords.marketUnknown((error as Error).message))
        return undefined
      }
      if (!said) log.warn(priceWords.marketAwaited((error as Error).message))
      said = true
    }
    await pause(effects, AGAIN_MS, signal)
    signal.throwIfAborted()
  }
}

/** One line a model, for the first few. */
function marketLines(hosts: readonly Rival[], models: readonly string[], { known }: PriceOptions): string[] {
  const line = (model: string) => describeMarket(model, pricesOfOthers(hosts, { models: [model], own: known?.host_id }))
  const more = models.length > 5 ? [priceWords.moreModels(models.length - 5)] : []
  return [...models.slice(0, 5).map(line), ...more]
}

async function priceOf(config: Config, going: Going, options: PriceOptions): Promise<bigint> {
  const { kind, min_nano, max_nano } = config.price
  const found = pickPrice(config, going, options.known)
  if (found !== undefined) return found
  if (!options.ask) {
    throw new Failure('usage', priceWords.needsOthers(kind), [priceWords.giveNumber])
  }
  const text = await options.ask.line(priceWords.askPrice, faultOf)
  return within({ min_nano: min_nano ?? 0n, max_nano: max_nano ?? MAX_NANO }, parseCredits(text) as bigint)
}

function faultOf(text: string): string | undefined {
  const nano = parseCredits(text)
  return nano !== undefined && nano >= 0n && nano <= MAX_NANO ? undefined : priceWords.aNumber
}

interface Strange {
  sentence: string
  others: readonly bigint[]
  meant: boolean
}

/** The first strange price, of each model by itself where they have prices of their own. */
function strangeOf(config: Config, hosts: readonly Rival[], { known }: PriceOptions): Strange | undefined {
  const own = known?.host_id
  const models = config.models.map(({ name }) => name)
  const prices = config.price_list
    ? models.map((model) => ({ model, nano: config.model_prices[model]?.nano ?? config.price_nano, of: [model] }))
    : [{ model: undefined, nano: config.price_nano, of: models }]
  for (const { model, nano, of } of prices) {
    const others = pricesOfOthers(hosts, { models: of, own })
    const priced = { ...config, price_nano: nano }
    const strange = strangePrice(priced, others, known)
    if (strange === undefined) continue
    const sentence = model === undefined || models.length === 1 ? strange : priceWords.ofModel(model, strange)
    return { sentence, others, meant: isMeant(priced, known, model) }
  }
  return undefined
}

async function demandSane(found: Strange | undefined, { ask, yes, log }: PriceOptions): Promise<void> {
  if (!found) return
  const { sentence: strange, others, meant } = found
  if (yes || meant) return log.warn(strange)
  // What others ask may be another tomorrow, and anybody can ask anything: it never ends a service for good.
  const code = others.length > 0 ? 'failed' : 'usage'
  if (!ask) throw new Failure(code, strange, [priceWords.otherPrice])
  if (!(await ask.confirm(priceWords.startAnyway(strange)))) {
    throw new Failure('usage', priceWords.notStarted)
  }
}

/** The owner has said it before: an earlier start went on with it, it is in force, or it is a bound of theirs. */
function isMeant({ price, price_nano }: Config, known: Identity | undefined, model: string | undefined): boolean {
  if (!known) return false
  const { price_per_token, model_prices = {} } = known.registered
  const of = model === undefined ? undefined : model_prices[model]?.price_per_token
  const said = [of, price_per_token, known.meant_price].map((text) => text && parseCredits(text))
  return [...said, price.min_nano, price.max_nano].includes(price_nano)
}

const listedSentence = ({ model_prices }: Config) =>
  priceWords.asksFor(Object.entries(model_prices).map(([model, { nano }]) => `${formatCredits(nano)} for ${model}`))

function sentenceOf({ price, price_nano }: Config, going: Going): string {
  const now = priceWords.asks(formatCredits(price_nano))
  if (price.kind !== 'auto') {
    const middle = goingPrice(going)
    if (middle === price_nano) return priceWords.isThat(now, goingName(going))
    if (middle === undefined) return now
    const bound = [price.min_nano, price.max_nano].includes(price_nano) ? priceWords.bound : 'as before'
    return priceWords.isNot(now, bound, goingName(going), formatCredits(middle))
  }
  const between = `${formatCredits(price.min_nano ?? 0n)} and ${formatCredits(price.max_nano ?? 0n)}`
  return priceWords.follows(now, goingName(going), between)
}
