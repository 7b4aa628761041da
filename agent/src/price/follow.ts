/** A change below this is not worth making: 2 %. */
const LEAST_PERCENT = 2n
/** A step is at most this: 10 %. */
const STEP_PERCENT = 10n

export interface Bounds {
  min_nano: bigint
  max_nano: bigint
}

/** Between half and double of a price, where the owner names no other bounds. */
export function boundsAround(price_nano: bigint, given: Partial<Record<keyof Bounds, bigint | undefined>>): Bounds {
  return {
    min_nano: given.min_nano ?? (price_nano > 1n ? price_nano / 2n : price_nano),
    max_nano: given.max_nano ?? price_nano * 2n,
  }
}

export function within({ min_nano, max_nano }: Bounds, price_nano: bigint): bigint {
  if (price_nano < min_nano) return min_nano
  return price_nano > max_nano ? max_nano : price_nano
}

/**
 * The next price of a host that follows the market, in nano-credits; undefined where it stays. It goes towards the middle
 * price of the others by 10 % at most, and only where that is more than 2 % away, so that two hosts that follow each
 * other do not chase each other; never out of its bounds.
 */
export function nextPrice(now_nano: bigint, middle_nano: bigint, bounds: Bounds): bigint | undefined {
  const goal = within(bounds, middle_nano)
  const far = goal > now_nano ? goal - now_nano : now_nano - goal
  if (far * 100n <= now_nano * LEAST_PERCENT) return undefined
  const step = (now_nano * STEP_PERCENT) / 100n
  // From 0, or from next to nothing, no step of 10 % leads anywhere.
  if (step === 0n || far <= step) return goal
  return goal > now_nano ? now_nano + step : now_nano - step
}
