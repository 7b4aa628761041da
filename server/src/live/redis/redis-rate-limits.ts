import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Clock } from '../../base/clock.ts'
import { TokenBuckets } from '../../base/token-buckets.ts'
import { windowOf } from '../memory-rate-limits.ts'
import type { RateLimits } from '../rate-limits.ts'
import type { SharedRedis } from './shared-redis.ts'

/** One count for all servers. While what they share is away each counts for itself. */
export function redisRateLimits(redis: SharedRedis, clock: Clock): RateLimits {
  return {
    window(name, { points, seconds: duration }) {
      const alone = new RateLimiterMemory({ points, duration })
      const keyPrefix = `${redis.space}w:${name}`
      const limiter = { storeClient: redis.commands, keyPrefix, points, duration, insuranceLimiter: alone }
      return windowOf(new RateLimiterRedis({ ...limiter, rejectIfRedisNotReady: true }))
    },
    buckets(name, pace) {
      const alone = new TokenBuckets(clock, pace)
      return {
        take: (key) =>
          redis.ask('take', `${name}:${key}`, pace.perSecond, pace.burst).then(
            (ms) => (Number(ms) === 0 ? undefined : Number(ms) / 1000),
            () => alone.take(key),
          ),
      }
    },
  }
}
