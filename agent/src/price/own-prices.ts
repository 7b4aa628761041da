import { parseCredits } from '@mkt/schemas'
import type { Identity } from '../state.ts'

/** The market's price is of a day, of quiet ones of a week; a day more, since a job is paid once it has ended. */
const OF_LATE_MS = 8 * 24 * 3_600_000

/** What a host is known to have asked by what its state keeps: where its price began, and what it was last. */
export function pricesKept(known: Pick<Identity, 'registered' | 'follows_from'> | undefined): Set<bigint> {
  const texts = known ? [known.registered.price_per_token, known.follows_from] : []
  return new Set(texts.flatMap((text) => (text && parseCredits(text)) || []))
}

/** What a host asked of late, as far as this process knows. */
export class OwnPrices {
  /** When each was last in force, monotonic ms. */
  readonly #at = new Map<bigint, number>()

  /** `asked`: in force now, or not long ago. */
  saw(asked: Iterable<bigint>, now: number): void {
    for (const price of asked) this.#at.set(price, now)
  }

  ofLate(now: number): ReadonlySet<bigint> {
    for (const [price, at] of this.#at) if (now - at > OF_LATE_MS) this.#at.delete(price)
    return new Set(this.#at.keys())
  }
}
