import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../server/src/base/clock.ts'
import { createLog } from '../../server/src/base/log.ts'
import { memoryRateLimits } from '../../server/src/live/memory-rate-limits.ts'
import { MemoryWarmChains } from '../../server/src/live/memory-warm-chains.ts'
import { liveOn } from '../../server/src/live/redis/open-redis.ts'
import { ModelRedis } from '../simulation/model-redis.ts'
import { type Databases, onEveryDialect } from './databases.ts'
import { openFloor } from './market-floor.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A server, and what it asks of what servers share, which is the simulator's model of Redis. */
async function server(redis: ModelRedis, location: Awaited<ReturnType<Databases['fresh']>>) {
  const asked: string[] = []
  const client = redis.connect()
  const ask = client.ask.bind(client)
  client.ask = (script, ...args) => {
    if (script !== 'pulse' && script !== 'beat') asked.push(script)
    return ask(script, ...args)
  }
  const live = await liveOn(client, { clock: systemClock, log: createLog('silent') })
  const rest = { rates: memoryRateLimits(systemClock), chains: new MemoryWarmChains(systemClock) }
  const floor = await openFloor(location, { shared: { ...live, ...rest } })
  ends.push(live.close, () => floor.close())
  return { floor, asked }
}

async function two(databases: Databases) {
  const redis = new ModelRedis(() => performance.now())
  const location = await databases.fresh()
  return { redis, one: await server(redis, location), other: await server(redis, location) }
}

await onEveryDialect((databases) => {
  test('of pieces behind the first ones what servers share is told, and asked nothing besides', async () => {
    const { one } = await two(databases)
    const [buyer, host] = [await one.floor.user(), await one.floor.host()]
    const { job_id } = await one.floor.submit(buyer)
    expect((await one.floor.next(host))?.job_id).toBe(job_id)
    await one.floor.results(host, { job_id, tokens: ['a'] })
    one.asked.splice(0)
    expect(await one.floor.results(host, { job_id, offset: 1, tokens: ['b'] })).toMatchObject({ next_offset: 2 })
    // What was sent before counts once, also where the answer was lost.
    expect(await one.floor.results(host, { job_id, offset: 1, tokens: ['b', 'c'] })).toMatchObject({ next_offset: 3 })
    expect(one.asked).toEqual(['append', 'append'])
    const end = { job_id, offset: 3, tokens: ['d'], finish_reason: 'stop' as const }
    expect(await one.floor.results(host, end)).toMatchObject({ state: 'completed' })
    expect(await one.floor.job(job_id)).toMatchObject({ state: 'completed', tokens_generated: 4 })
  })

  test('a host that is remembered by an attempt that is over elsewhere is told so', async () => {
    const { redis, one, other } = await two(databases)
    const [buyer, host] = [await one.floor.user(), await one.floor.host()]
    const { job_id } = await one.floor.submit(buyer)
    await one.floor.next(host)
    await one.floor.results(host, { job_id, tokens: ['a'] })
    const end = { job_id, offset: 1, tokens: ['b'], finish_reason: 'stop' as const }
    expect(await other.floor.results(host, end)).toMatchObject({ state: 'completed' })
    expect(await one.floor.results(host, { job_id, offset: 1, tokens: ['b'] })).toMatchObject({ state: 'completed' })
    // Where what servers share was emptied, the host is asked for all of it.
    const again = await one.floor.submit(buyer)
    await one.floor.next(host)
    const piece = { job_id: again.job_id, tokens: ['a'] }
    await one.floor.results(host, piece)
    redis.scripts.empty()
    expect(await one.floor.results(host, { ...piece, offset: 1 })).toMatchObject({ state: 'running', next_offset: 0 })
    expect(await one.floor.results(host, piece)).toMatchObject({ state: 'running', next_offset: 1 })
  })
})
