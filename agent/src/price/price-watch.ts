import { formatCredits, market } from '@mkt/schemas'
import type { Config } from '../config.ts'
import type { Connection } from '../connection.ts'
import { type Effects, pause } from '../effects.ts'
import type { Log } from '../log.ts'
import type { Identity, State } from '../state.ts'
import { priceWords } from '../words/price.ts'
import { boundsAround, nextPrice } from './follow.ts'
import { goingName, goingPrice, paidPrice, pricesOfOthers } from './market-price.ts'
import { OwnPrices, pricesKept } from './own-prices.ts'

/** How often the market is read. */
const EVERY_MS = 300_000

export interface PriceWatchOptions {
  config: Config
  connection: Connection
  effects: Effects
  log: Log
  state: State
  identity: Identity
}

/** Lets the host's price follow the market, step by step, until the signal is aborted. Only `--price auto` wants that. */
export async function followMarket(options: PriceWatchOptions, signal: AbortSignal): Promise<void> {
  const { config, effects, log } = options
  if (config.price.kind !== 'auto') return
  const asked = new OwnPrices()
  asked.saw(pricesKept(options.identity), effects.monotonic())
  while (!signal.aborted) {
    await pause(effects, EVERY_MS, signal)
    if (signal.aborted) return
    // A server that is away is told of by the calls that matter; the price waits for the next time.
    await step(options, asked, signal).catch((error) => signal.aborted || log.debug(priceWords.stays(error)))
  }
}

async function step(
  { config, connection, effects, log, state, identity }: PriceWatchOptions,
  asked: OwnPrices,
  signal: AbortSignal,
): Promise<void> {
  const { client } = connection
  const own = await client.call(market.hostMe, {}, { signal })
  const { hosts } = await client.call(market.hosts, { query: { detail: 'full' } }, { signal })
  const models = config.models.map(({ name }) => name)
  // A server that does not say what was paid is no reason to stay.
  const listed = await client.call(market.models, { query: { detail: 'full' } }, { signal }).catch(() => undefined)
  const others = pricesOfOthers(hosts, { models, own: identity.host_id })
  const { factor_nano } = config.price
  const now = effects.monotonic()
  asked.saw([own.price_per_token], now)
  const going = { others, paid: paidPrice(listed?.models ?? [], models), factor_nano, own: asked.ofLate(now) }
  const goal = goingPrice(going)
  if (goal === undefined) return
  const now_nano = own.price_per_token
  const next_nano = nextPrice(now_nano, goal, boundsAround(config.price_nano, config.price))
  if (next_nano === undefined) return
  const host = await client.call(market.changeHost, { body: { price_per_token: next_nano } }, { signal })
  const price_per_token = formatCredits(host.price_per_token)
  // Read anew: another command may have written its own share since.
  const saved = state.load(identity.server) ?? identity
  state.save({ ...saved, registered: { ...saved.registered, price_per_token } })
  log.info(priceWords.goes(formatCredits(now_nano), price_per_token, goingName(going), formatCredits(goal)))
}
