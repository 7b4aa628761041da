/** An offer that a job may be quoted from: the price in nano-credits a token, and whether the host lately delivered. */
export interface Offer {
  price_nano: bigint
  /** Completed a job of the model in the last hour. */
  proven: boolean
}

export interface Quote {
  /** No host above this price gets the job. */
  limit_nano: bigint
  /** The price to reserve for: the highest within the limit. */
  price_nano: bigint
}

/**
 * The price guard: the larger of twice the cheapest and the median of the proven hosts (of all, when none is), unless
 * the buyer names a limit. One free decoy thereby captures nothing, and no host can charge what others do not.
 * `offers` must not be empty.
 */
export function quote(offers: readonly Offer[], maxPrice?: bigint): Quote {
  const limit = maxPrice ?? guardedLimit(offers)
  const within = offers.map((offer) => offer.price_nano).filter((price) => price <= limit)
  // Nobody within the buyer's own limit: the job waits for such a host, with the limit reserved.
  return { limit_nano: limit, price_nano: within.length > 0 ? highest(within) : limit }
}

function guardedLimit(offers: readonly Offer[]): bigint {
  const proven = offers.filter((offer) => offer.proven)
  const known = proven.length > 0
  const prices = (known ? proven : offers).map((offer) => offer.price_nano)
  const cheapest = offers.reduce(
    (least, { price_nano }) => (price_nano < least ? price_nano : least),
    prices[0] as bigint,
  )
  // Of two unproven hosts one may be a free decoy, which must not keep the honest one from the job.
  const middle = median(prices, known ? 'lower' : 'upper')
  return middle > 2n * cheapest ? middle : 2n * cheapest
}

/** The middle price; of an even number one of the two, never their mean: a limit must be a price that someone asks. */
export function median(prices: readonly bigint[], ofTwo: 'lower' | 'upper'): bigint {
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const middle = (sorted.length - 1) / 2
  return sorted[ofTwo === 'lower' ? Math.floor(middle) : Math.ceil(middle)] as bigint
}

function highest(prices: readonly bigint[]): bigint {
  return prices.reduce((most, price) => (price > most ? price : most))
}

export interface Delivered {
  /** `usage.completion_tokens` where the engine said it. */
  engine_tokens: number | undefined
  pieces: readonly string[]
  max_tokens: number
}

/**
 * The tokens to bill: what the engine counted, else the pieces with text; at most max_tokens; at most the UTF-8 bytes
 * delivered, since no token is less than a byte. An engine's explicit zero is zero.
 */
export function billedTokens({ engine_tokens, pieces, max_tokens }: Delivered): number {
  const withText = pieces.reduce((count, piece) => count + (piece === '' ? 0 : 1), 0)
  const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
  return Math.min(engine_tokens ?? withText, max_tokens, bytes)
}
