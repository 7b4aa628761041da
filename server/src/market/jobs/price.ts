import { paidBytes } from '../pieces/paid-bytes.ts'
import { deliveredTexts } from '../pieces/piece.ts'

/** An offer that a job may be quoted from; prices are nano-credits a token. */
export interface Offer {
  price_nano: bigint
  /** For a token that is read. */
  input_price_nano: bigint
  /** The most tokens for which the host is proven at this price; 0 where it is not proven. */
  proven_tokens: number
  /** Somebody else has paid a job of it, at no less than half of this price. */
  paid: boolean
  /** Lost or failed 3 of its last 5 jobs of the model. */
  failing: boolean
}

/** What a limit depends on beside the offers. */
export interface GuardTerms {
  /** The market's price: the median by what others paid; undefined where nothing was sold lately. */
  market_nano: bigint | undefined
  /** The most that a job may cost where no host is proven, in a market of strangers; undefined in one of one's own. */
  unproven_nano: bigint | undefined
}

/** What the buyer asks. */
export interface Demand {
  tokens: number
  /** The buyer's own limit: it holds instead of the guard's. */
  max_price?: bigint | undefined
  /** The guard's limit is at most this. */
  ceiling?: bigint | undefined
}

export interface Quote {
  /** No host above this price gets the job. */
  limit_nano: bigint
  /** The price to reserve for. */
  price_nano: bigint
  /** Nobody asks so little: by the buyer's own limit the job may wait, by the guard's it would for ever. */
  within: boolean
}

/**
 * The price guard. The buyer's own limit, where there is one. Else the larger of twice the cheapest price among proven
 * hosts and the market's price; what is reserved is then the highest price of these hosts within it, so that hosts
 * which nobody paid change neither the limit nor what is set aside. While nobody is proven, or none of them is within
 * the ceiling: `middlePrice`.
 * `offers`: those of hosts that generate so many tokens; not empty. Source: trust.md 2.
 */
export function quote(offers: readonly Offer[], terms: GuardTerms, demand: Demand): Quote {
  if (demand.max_price !== undefined) return within(offers, demand.max_price)
  const proven = provenFor(offers, demand.tokens)
  const limit = least(proven.length > 0 ? provenLimit(proven, terms) : unprovenLimit(offers, terms), demand.ceiling)
  // Strangers must not raise what is set aside; in a market of one's own every host within the limit may have the job.
  const strangers = proven.length > 0 && terms.unproven_nano !== undefined
  const agreed = within(strangers ? proven : offers, limit)
  // One dear host that two accounts have "proven" must not send buyers away from all others.
  return agreed.within || !strangers ? agreed : within(offers, least(unprovenLimit(offers, terms), demand.ceiling))
}

/** What is asked about the tokens that are read. */
export interface InputDemand {
  /** Of the answer. */
  tokens: number
  /** The buyer's own limit. */
  max_price?: bigint | undefined
  /** Else it is at most this, and at most what a generated token may cost. */
  ceiling?: bigint | undefined
}

/**
 * The price to reserve for a token that is read, among the hosts within the limit of those that are generated: the
 * dearest within the buyer's limit, or else within that of a generated token, since no engine reads slower than it
 * writes. Among strangers hosts which nobody paid do not raise it, as with the other price.
 */
export function quoteInput(offers: readonly Offer[], agreed: Quote, terms: GuardTerms, demand: InputDemand): Quote {
  const { tokens, max_price, ceiling } = demand
  const limit_nano = max_price ?? least(agreed.limit_nano, ceiling)
  const left = offers.filter(({ price_nano }) => price_nano <= agreed.price_nano)
  const able = left.length > 0 ? left : offers
  const proven = terms.unproven_nano === undefined || max_price !== undefined ? [] : provenFor(able, tokens)
  const quoted = (some: readonly Offer[]) => {
    const prices = some.map(({ input_price_nano }) => input_price_nano).filter((price) => price <= limit_nano)
    return prices.length > 0 ? prices.reduce(most) : undefined
  }
  const price_nano = quoted(proven) ?? quoted(able)
  return { limit_nano, price_nano: price_nano ?? limit_nano, within: price_nano !== undefined }
}

/**
 * The price to reserve for a token that is read where nothing is written. What hosts are proven for is what they wrote,
 * so all of them are as good as unproven, and the guard is that of such hosts.
 */
export function quoteReading(offers: readonly Offer[], terms: GuardTerms, max_price: bigint | undefined): Quote {
  const reading = offers.map(({ input_price_nano, failing }) => ({
    ...{ price_nano: input_price_nano, input_price_nano, failing },
    ...{ proven_tokens: 0, paid: false },
  }))
  return quote(reading, { ...terms, market_nano: undefined }, { tokens: 0, max_price })
}

/**
 * Those that set the limit of a job of so many tokens: proven for its length, and where none is, proven at all. A host
 * that asks nothing sets none.
 */
export function provenFor(offers: readonly Offer[], tokens: number): readonly Offer[] {
  const proven = offers.filter((offer) => offer.proven_tokens > 0 && offer.price_nano > 0n)
  const long = proven.filter((offer) => offer.proven_tokens >= tokens)
  return long.length > 0 ? long : proven
}

function provenLimit(proven: readonly Offer[], { market_nano = 0n }: GuardTerms): bigint {
  const twice = 2n * lowest(proven)
  return market_nano > twice ? market_nano : twice
}

/**
 * While nobody is proven: the middle price of those that ask more than nothing and are not failing, of two the upper:
 * one may be a decoy that asks next to nothing. Strangers get no more than the operator's bound. In a market of one's
 * own those whom somebody has paid at all speak before the others, and then it is the lower, at least twice the
 * cheapest; among strangers they may raise it only, since to be paid a nano-credit is no more than to ask for one.
 */
function unprovenLimit(offers: readonly Offer[], { unproven_nano }: GuardTerms): bigint {
  const asking = offers.filter(({ price_nano }) => price_nano > 0n)
  const sound = asking.filter(({ failing }) => !failing)
  const counted = sound.length > 0 ? sound : asking
  if (counted.length === 0) return 0n
  const paid = counted.filter((offer) => offer.paid)
  const all = middlePrice(counted, 'upper')
  const middle = paid.length > 0 ? middlePrice(paid, 'lower') : all
  if (unproven_nano !== undefined) return least(most(middle, all), unproven_nano)
  const twice = 2n * lowest(counted)
  return middle > twice ? middle : twice
}

/** The middle price; of an even number one of the two, never their mean: a limit must be a price that someone asks. */
export function middlePrice(offers: readonly Pick<Offer, 'price_nano'>[], ofTwo: 'lower' | 'upper'): bigint {
  const sorted = offers.map(({ price_nano }) => price_nano).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const middle = (sorted.length - 1) / 2
  return sorted[ofTwo === 'lower' ? Math.floor(middle) : Math.ceil(middle)] as bigint
}

/** The highest price within a limit; where there is none the limit itself. */
function within(offers: readonly Offer[], limit_nano: bigint): Quote {
  const prices = offers.map(({ price_nano }) => price_nano).filter((price) => price <= limit_nano)
  const price_nano = prices.length > 0 ? prices.reduce((most, price) => (price > most ? price : most)) : limit_nano
  return { limit_nano, price_nano, within: prices.length > 0 }
}

function lowest(offers: readonly Offer[]): bigint {
  return offers.reduce((low, { price_nano }) => least(price_nano, low), (offers[0] as Offer).price_nano)
}

const most = (one: bigint, other: bigint) => (one > other ? one : other)
const least = (one: bigint, other = one) => (one < other ? one : other)

/** The tokens of a prompt to bill: what the engine counted, nothing where it did not, at most the UTF-8 bytes. */
export function billedInput({ prompt_tokens, bytes }: { prompt_tokens: number | undefined; bytes: number }): number {
  return Math.min(prompt_tokens ?? 0, bytes)
}

export interface Delivered {
  /** `usage.completion_tokens` where the engine said it. */
  engine_tokens: number | undefined
  pieces: readonly string[]
  max_tokens: number
}

/**
 * The tokens to bill: what the engine counted, else the pieces with text; at most max_tokens; at most the UTF-8 bytes
 * delivered, since no token is less than a byte, of which what nobody can see counts as what is seen at most. An
 * engine's explicit zero is zero.
 */
export function billedTokens({ engine_tokens, pieces, max_tokens }: Delivered): number {
  const texts = deliveredTexts(pieces)
  const withText = texts.reduce((count, text) => count + (text === '' ? 0 : 1), 0)
  return Math.min(engine_tokens ?? withText, max_tokens, paidBytes(texts))
}

/** UTF-8 bytes of what the buyer gets, as far as they are paid for. */
export const bytesDelivered = (pieces: readonly string[]) => paidBytes(deliveredTexts(pieces))
