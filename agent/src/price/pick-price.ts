import { formatCredits, MAX_NANO, parseCredits } from '@mkt/schemas'
import type { Config } from '../config.ts'
import type { Identity } from '../state.ts'
import { priceWords } from '../words/price.ts'
import { absurdPrice, LEAST_NANO, TIMES } from './absurd.ts'
import { type Bounds, boundsAround, within } from './follow.ts'
import { type Going, goingPrice } from './market-price.ts'

type Known = Pick<Identity, 'registered' | 'follows_from'> | undefined

/**
 * What a start asks for a token, in nano-credits: the number given, the market's price (what was paid, else the middle of
 * what others ask), or for `auto` the one in force, else the market's. A host that sells already does not let the market take its price to less than a tenth or
 * more than ten times of it at a start, unless its owner names a bound on that side. Undefined where there is nothing to
 * go by.
 */
export function pickPrice({ price, price_nano }: Config, going: Going, known: Known): bigint | undefined {
  if (price.kind === 'fixed') return price_nano
  const earlier = earlierPrice(known)
  const middle = goingPrice(going)
  if (price.kind === 'auto') {
    const found = earlier ?? middle
    return found && within(followBounds(price, found, known), found)
  }
  const found = earlier !== undefined && (middle === undefined || isFar(middle, earlier, price)) ? earlier : middle
  return found && within({ min_nano: price.min_nano ?? 0n, max_nano: price.max_nano ?? MAX_NANO }, found)
}

/** Between these a price follows the market: half and double of the first price that did, unless they are named. */
export function followBounds(price: Config['price'], price_nano: bigint, known: Known): Bounds {
  const from = known?.follows_from === undefined ? undefined : parseCredits(known.follows_from)
  return boundsAround(from || price_nano, price)
}

/** What is strange about the price that a start came to, as a sentence; undefined where nothing is. */
export function strangePrice(
  { price, price_nano }: Config,
  others: readonly bigint[],
  known: Known,
): string | undefined {
  const strange = absurdPrice(price_nano, others)
  if (strange !== undefined || price.kind === 'fixed') return strange
  if (price_nano >= LEAST_NANO || price.min_nano !== undefined || earlierPrice(known) !== undefined) return undefined
  const million = formatCredits(1_000_000n * price_nano)
  return priceWords.nameLeast(formatCredits(price_nano), million)
}

function earlierPrice(known: Known): bigint | undefined {
  return (known && parseCredits(known.registered.price_per_token)) || undefined
}

function isFar(middle: bigint, earlier: bigint, { min_nano, max_nano }: Config['price']): boolean {
  return (min_nano === undefined && middle * TIMES < earlier) || (max_nano === undefined && middle > earlier * TIMES)
}
