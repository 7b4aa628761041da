import type { Clock } from '../base/clock.ts'
import type { Lines } from './lines.ts'
import type { Liveness } from './liveness.ts'
import { MemoryLiveness } from './memory-liveness.ts'
import { memoryRateLimits } from './memory-rate-limits.ts'
import { MemoryStreams } from './memory-streams.ts'
import { MemoryWarmChains } from './memory-warm-chains.ts'
import type { RateLimits } from './rate-limits.ts'
import type { LiveStreams } from './streams.ts'
import type { WarmChains } from './warm-chains.ts'

/** What is live and may be lost: nothing that was acknowledged depends on it. */
export interface Live {
  streams: LiveStreams
  liveness: Liveness
  rates: RateLimits
  chains: WarmChains
  /** Of several servers. */
  lines?: Lines
  /** Whether what servers share cannot be reached at this moment. */
  away(): boolean
  /** Of several servers: what the first one said of something since what they share was empty. */
  agreed?(what: string, said: string): Promise<string>
}

/** Of a server that is alone: in its memory. */
export function memoryLive(clock: Clock): Live {
  const [streams, liveness, rates] = [new MemoryStreams(clock), new MemoryLiveness(clock), memoryRateLimits(clock)]
  return { streams, liveness, rates, chains: new MemoryWarmChains(clock), away: () => false }
}
