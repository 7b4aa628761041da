import type { WarmChains } from '../warm-chains.ts'
import type { SharedRedis } from './shared-redis.ts'

/** Of servers that share them. While Redis is away nobody is warm. */
export function redisWarmChains(redis: SharedRedis): WarmChains {
  return {
    note: (hashes, host_id) => redis.tell('read', host_id, ...hashes),
    hostsOf: (hashes) =>
      redis.ask('readers', ...hashes).then(
        (hosts) => hosts as string[],
        () => [],
      ),
  }
}
