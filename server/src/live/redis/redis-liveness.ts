import type { Liveness } from '../liveness.ts'
import type { SharedPlace } from './shared-place.ts'

/** By the clock of what servers share: see scripts.ts. While that is away nobody is silent. */
export function redisLiveness(redis: SharedPlace): Liveness {
  return {
    sign: (hostId) => redis.tell('sign', hostId),
    forget: (hostId) => redis.tell('forget', hostId),
    silentMs: (hostId) => redis.ask('silent', hostId).then(Number, () => 0),
  }
}
