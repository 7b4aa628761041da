import { formatCredits, NANO_PER_CREDIT } from '@mkt/schemas'
import { priceWords } from '../words/price.ts'

/** From this many times the dearest other host's price on, or below that part of the cheapest, a price is more likely a slip than a wish. */
export const TIMES = 10n
/** Below this, a million tokens for a credit, one sells for nothing, unless others show that it is usual. */
export const LEAST_NANO = 1000n

/**
 * What is strange about a price, as a sentence to ask about; undefined where nothing is. `others`: what the other
 * active hosts of the same models ask; all in nano-credits a token.
 */
export function absurdPrice(price_nano: bigint, others: readonly bigint[]): string | undefined {
  if (price_nano === 0n) return priceWords.free
  const price = formatCredits(price_nano)
  const dearest = others.reduce((most, other) => (other > most ? other : most), 0n)
  if (dearest > 0n && price_nano > TIMES * dearest) {
    const times = price_nano / dearest
    return priceWords.dear(price, times, formatCredits(dearest))
  }
  if (dearest === 0n && price_nano > NANO_PER_CREDIT) {
    return priceWords.unpaid(price, formatCredits(500n * price_nano))
  }
  const cheapest = others.reduce((least, other) => (least > 0n && least < other ? least : other), 0n)
  if (price_nano * TIMES < cheapest) {
    return priceWords.cheap(price, formatCredits(cheapest))
  }
  if (cheapest === 0n && price_nano < LEAST_NANO) {
    return priceWords.nearlyFree(price, formatCredits(1_000_000n * price_nano))
  }
  return undefined
}
