import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Clock } from '../base/clock.ts'
import { TokenBuckets } from '../base/token-buckets.ts'
import type { Buckets, Counted, RateLimits, WindowLimit } from './rate-limits.ts'

/** The limits of a server that is alone. */
export function memoryRateLimits(clock: Clock): RateLimits {
  const windows = new Map<string, WindowLimit>()
  const buckets = new Map<string, Buckets>()
  return {
    window: (name, { points, seconds }) =>
      keptAs(windows, name, () => windowOf(new RateLimiterMemory({ points, duration: seconds }))),
    buckets: (name, pace) => keptAs(buckets, name, () => new TokenBuckets(clock, pace)),
  }
}

/** Whoever asks for a limit by its name gets the same one. */
function keptAs<T>(kept: Map<string, T>, name: string, make: () => T): T {
  const known = kept.get(name) ?? make()
  kept.set(name, known)
  return known
}

type Limiter = Pick<RateLimiterMemory, 'consume' | 'reward' | 'get'>

/** A limiter of the library: it rejects with its state where it is over the limit, with an Error where it failed. */
export function windowOf(limiter: Limiter): WindowLimit {
  return {
    async consume(key, points = 1) {
      try {
        await limiter.consume(key, points)
        return undefined
      } catch (state) {
        if (state instanceof RateLimiterRes) return countedOf(state)
        throw state
      }
    },
    async reward(key) {
      await limiter.reward(key)
    },
    async get(key) {
      const state = await limiter.get(key)
      return state === null ? undefined : countedOf(state)
    },
  }
}

const countedOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Counted => ({
  points: consumedPoints,
  ms_left: msBeforeNext,
})
