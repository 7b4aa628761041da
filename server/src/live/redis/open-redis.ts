import { randomUUID } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { every } from '../../base/loop.ts'
import type { Bus } from '../../bus/bus.ts'
import type { Live } from '../live.ts'
import { type Patiently, patiently } from './patience.ts'
import { redisBus } from './redis-bus.ts'
import { RedisLines } from './redis-lines.ts'
import { redisLiveness } from './redis-liveness.ts'
import { redisRateLimits } from './redis-rate-limits.ts'
import { RedisStreams } from './redis-streams.ts'
import { redisWarmChains } from './redis-warm-chains.ts'
import type { SharedPlace } from './shared-place.ts'
import { isAway, isLate, SharedRedis } from './shared-redis.ts'

const PULSE_MS = 1000

/** What is live, shared with the other servers of the same database. */
export interface SharedLive extends Live {
  bus: Bus
  agreed(what: string, said: string): Promise<string>
  close(): Promise<void>
}

export interface RedisPlace {
  /** See redis-url.ts. */
  url: string
  /** What tells one marketplace from another in the same Redis. */
  space: string
  /** How long a start waits for answers that come too late. */
  startMs?: number
}

/** A machine that starts all its programs at once may be slow for a while. */
const START_MS = 15_000

/** Throws RedisError where it cannot be reached, answers too late for `startMs`, or is too old. */
export async function openRedis(
  { url, space, startMs = START_MS }: RedisPlace,
  clock: Clock,
  log: Log,
): Promise<SharedLive> {
  const redis = new SharedRedis(url, space, log)
  const patient = patiently(clock, startMs, isLate)
  const open = async () => {
    await redis.connect(patient)
    return await liveOn(redis, { clock, log, patient })
  }
  const { close, agreed, ...live } = await open().catch((error) => {
    // What stays open keeps the whole program from ending.
    redis.close()
    throw redis.failedBy(error)
  })
  return {
    // Asked once, while the program starts: by then the connection may have broken again.
    agreed: (what, said) =>
      patiently(
        clock,
        startMs,
        isAway,
      )(() => agreed(what, said)).catch((error) => Promise.reject(redis.failedBy(error))),
    ...{ ...live, rates: redisRateLimits(redis, clock), chains: redisWarmChains(redis) },
    async close() {
      await close()
      redis.close()
    },
  }
}

interface ServerOptions {
  clock: Clock
  log: Log
  /** This server's name among those that share the place; one that nobody has when not given. */
  name?: string
  patient?: Patiently
}

/** What is live, in a place that is connected; limits, and who read what, are another's. */
export async function liveOn(
  redis: SharedPlace,
  { clock, log, name = randomUUID(), patient = (what) => what() }: ServerOptions,
): Promise<Omit<SharedLive, 'rates' | 'chains'>> {
  const streams = new RedisStreams(redis, clock)
  const lines = new RedisLines(redis, name)
  const bus = redisBus(redis, clock, streams, name)
  await patient(() => streams.pulse())
  await patient(() => lines.listen())
  // Every server gives it: it stops only when all have.
  const endPulse = every(clock, log, 'pulse', PULSE_MS, async () => {
    await Promise.all([streams.pulse(), lines.beat()]).catch(() => undefined)
  })
  return {
    streams,
    liveness: redisLiveness(redis),
    bus,
    lines,
    away: () => redis.away,
    agreed: async (what, said) => String(await redis.ask('agree', what, said)),
    close: endPulse,
  }
}
