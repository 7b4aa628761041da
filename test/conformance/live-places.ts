import { Redis } from 'ioredis'
import { afterAll, afterEach, describe, test } from 'vitest'
import { systemClock } from '../../server/src/base/clock.ts'
import { createLog } from '../../server/src/base/log.ts'
import type { Bus } from '../../server/src/bus/bus.ts'
import { createInProcessBus } from '../../server/src/bus/in-process.ts'
import { type Live, memoryLive } from '../../server/src/live/live.ts'
import { memoryRateLimits } from '../../server/src/live/memory-rate-limits.ts'
import { MemoryWarmChains } from '../../server/src/live/memory-warm-chains.ts'
import { liveOn, openRedis, type SharedLive } from '../../server/src/live/redis/open-redis.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { ModelRedis } from '../simulation/model-redis.ts'
import { newSpace, type Reached, reachRedis, removeSpace } from './redis-servers.ts'

/** What is live, as one server has it. */
export interface Server extends Live {
  bus: Bus
}

/** One marketplace: what its first and its second server have. Of one that is alone both are the same. */
export interface Place {
  one: Server
  other: Server
  /** Takes away what servers share, as a Redis that was started anew has it. */
  empty(): Promise<void>
  /** Lets its clock go on. */
  advance(ms: number): Promise<void>
}

/**
 * Runs one suite in memory, on the simulator's model of Redis, and on Redis.
 * Where there is none it is skipped with the reason; with CI=true it fails.
 */
export async function onEveryPlace(suite: (open: () => Promise<Place>) => void): Promise<void> {
  describe('memory', () => suite(inMemory))
  describe('model', () => suite(inModel()))
  const redis = await reachRedis()
  if ('url' in redis) describe('redis', () => suite(inRedis(redis)))
  else absent(redis.reason)
}

/** Says why there is no Redis. */
export function absent(reason: string): void {
  test('redis', (context) => {
    if (process.env.CI === 'true') throw new Error(reason)
    context.skip(reason)
  })
}

async function inMemory(): Promise<Place> {
  const clock = new ManualClock()
  const server = { ...memoryLive(clock), bus: createInProcessBus() }
  return { one: server, other: server, empty: async () => undefined, advance: async (ms) => clock.advance(ms) }
}

/** Makes places in the model of Redis that the simulator plays with. */
export function inModel(): () => Promise<Place> {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })
  return async () => {
    const redis = new ModelRedis(() => performance.now())
    // These are no part of the model.
    const shared = { rates: memoryRateLimits(systemClock), chains: new MemoryWarmChains(systemClock) }
    const open = async () => {
      const client = redis.connect()
      const live = await liveOn(client, { clock: systemClock, log: createLog('silent') })
      ends.push(live.close)
      const close = async () => {
        await live.close()
        client.cut()
      }
      return { ...live, ...shared, close }
    }
    const [one, other] = [await open(), await open()]
    const advance = async (ms: number) => {
      redis.scripts.advance(ms)
      for (const { streams } of [one, other]) await streams.all()
    }
    return { one, other, empty: async () => redis.scripts.empty(), advance }
  }
}

/** Makes places in a Redis, and removes them after each test. */
export function inRedis({ url, stop }: Exclude<Reached, { reason: string }>): () => Promise<Place> {
  const opened: SharedLive[] = []
  const space = newSpace()
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((server) => server.close()))
    await removeSpace(url, space)
  })
  afterAll(stop)
  const open = async () => {
    const server = await openRedis({ url, space }, systemClock, createLog('silent'))
    opened.push(server)
    return server
  }
  return async () => {
    const [one, other] = [await open(), await open()]
    const advance = async (ms: number) => {
      const client = new Redis(url)
      await client.hincrby(`mkt:${space}:pulse`, 'base', ms)
      client.disconnect()
      // Any answer brings the new time.
      for (const { streams } of [one, other]) await streams.all()
    }
    return { one, other, empty: () => removeSpace(url, space), advance }
  }
}
