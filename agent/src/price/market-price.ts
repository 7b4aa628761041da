import { formatCredits, type Model, NANO_PER_CREDIT } from '@mkt/schemas'
import { priceWords } from '../words/price.ts'

/** A host as GET /hosts shows it; the price in nano-credits a token. */
export interface Rival {
  host_id: string
  status: 'active' | 'inactive'
  models: readonly string[]
  price_per_token: bigint
  /** Of the models that cost otherwise. */
  model_prices?: Readonly<Record<string, { price_per_token: bigint }>> | undefined
}

/** What the other active hosts of any of these models ask, dearest last; one that asks nothing is no price to go by. */
export function pricesOfOthers(
  hosts: readonly Rival[],
  { models, own }: { models: readonly string[]; own: string | undefined },
): bigint[] {
  return hosts
    .filter((host) => host.status === 'active' && host.host_id !== own)
    .flatMap((host) => dearestOf(host, models) ?? [])
    .filter((price) => price > 0n)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}

/** What a host asks for the dearest of the models that it sells of these; undefined where it sells none. */
function dearestOf({ models: sold, price_per_token, model_prices = {} }: Rival, models: readonly string[]) {
  const prices = sold
    .filter((model) => models.includes(model))
    .map((model) => model_prices[model]?.price_per_token ?? price_per_token)
  return prices.reduce<bigint | undefined>(
    (most, price) => (most === undefined || price > most ? price : most),
    undefined,
  )
}

/** The middle one, the upper of two; undefined where there is none. `prices` are in order. */
export function middlePrice(prices: readonly bigint[]): bigint | undefined {
  return prices[Math.floor(prices.length / 2)]
}

/** What there is to go by: what the others ask, in order, and what was paid of late, where the server says so. */
export interface Going {
  others: readonly bigint[]
  /** The market's price: the middle one of what buyers paid in the last day. */
  paid: bigint | undefined
  /** How many times that is wanted, in billionths; undefined: once. */
  factor_nano?: bigint | undefined
  /** What this host itself asks or asked of late. */
  own?: ReadonlySet<bigint> | undefined
}

/** What was paid goes before what is asked: anybody may ask anything. Undefined where there is neither. */
export function goingPrice(going: Going): bigint | undefined {
  const { others, factor_nano } = going
  const price = paidToOthers(going) ?? middlePrice(others)
  if (price === undefined || factor_nano === undefined) return price
  const times = (price * factor_nano) / NANO_PER_CREDIT
  // Less than the smallest amount there is would give every token away.
  return times > 0n ? times : 1n
}

export function goingName(going: Going): string {
  const { factor_nano } = going
  const name = paidToOthers(going) === undefined ? priceWords.middle : priceWords.paid
  return factor_nano === undefined ? name : priceWords.times(formatCredits(factor_nano), name)
}

/**
 * What was paid, unless it is a price of this host's own: that is what it is where most of the sales are its own, and
 * a price of nine tenths of itself would fall step by step. Once itself leads nowhere.
 */
function paidToOthers({ paid, factor_nano, own }: Going): bigint | undefined {
  return factor_nano !== undefined && paid !== undefined && own?.has(paid) ? undefined : paid
}

/** The middle one of the market's prices of these models, of two the upper; undefined where none was paid for. */
export function paidPrice(listed: readonly Model[], models: readonly string[]): bigint | undefined {
  const prices = listed
    .filter(({ name }) => models.includes(name))
    .flatMap(({ market_price_per_token: price }) => (price == null || price === 0n ? [] : [price]))
  return middlePrice(prices.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
}

/** What the market asks for a model, as a sentence. `prices` are in order. */
export function describeMarket(what: string, prices: readonly bigint[]): string {
  const [least, most, middle] = [prices[0], prices.at(-1), middlePrice(prices)]
  if (least === undefined || most === undefined || middle === undefined) return priceWords.nobodySells(what)
  const range = least === most ? formatCredits(least) : `${formatCredits(least)} to ${formatCredits(most)}`
  const hosts = priceWords.hosts(prices.length)
  return priceWords.others(hosts, range, what, prices.length > 2 ? formatCredits(middle) : undefined)
}
