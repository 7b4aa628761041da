import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { systemClock } from '../../server/src/base/clock.ts'
import { createLog } from '../../server/src/base/log.ts'
import { openRedis } from '../../server/src/live/redis/open-redis.ts'
import { RedisError } from '../../server/src/live/redis/shared-redis.ts'
import { absent } from './live-places.ts'
import { newSpace, reachRedis, removeSpace } from './redis-servers.ts'

/** Later than a command waits for. */
const LATE_MS = 1300

const redis = await reachRedis()
if ('reason' in redis) absent(redis.reason)
else suite(redis)

/** A way to Redis on which answers are late, from one number of them to another. */
async function slowWay(to: string, from: number, until = Number.POSITIVE_INFINITY) {
  const { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  let answers = 0
  const way = createServer((client) => {
    const server = connect(Number(port || 6379), hostname)
    open.add(client)
    client.on('data', (data) => server.write(data))
    server.on('data', (data) => {
      answers++
      setTimeout(() => client.write(data), answers > from && answers <= until ? LATE_MS : 0)
    })
    for (const end of [client, server]) end.on('error', () => undefined)
    client.on('close', () => {
      open.delete(client)
      server.destroy()
    })
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  const url = `redis://127.0.0.1:${(way.address() as AddressInfo).port}`
  const cut = () => open.forEach((client) => void client.destroy())
  return { url, open: () => open.size, cut, close: () => way.close() }
}

function suite({ url, stop }: Exclude<typeof redis, { reason: string }>): void {
  const space = newSpace()
  const ways: { close(): unknown }[] = []
  afterEach(async () => {
    for (const way of ways.splice(0)) way.close()
    await removeSpace(url, space)
  })
  afterAll(stop)
  const opening = async (late: [from: number, until?: number], startMs?: number) => {
    const way = await slowWay(url, ...late)
    ways.push(way)
    const started = openRedis(
      { url: way.url, space, ...(startMs ? { startMs } : {}) },
      systemClock,
      createLog('silent'),
    )
    return { way, started }
  }

  // Behind the two first answers of each of two connections come the version, the pulse, the subscription and the beat.
  test.each([0, 2, 4, 5, 6, 7])('a start waits for a Redis of which answers behind the %ith are late', async (from) => {
    const { started } = await opening([from, from + 2])
    const live = await started
    expect(live.away()).toBe(false)
    await live.close()
  })

  test('a connection that breaks before the servers have agreed is made again', async () => {
    const { way, started } = await opening([Number.POSITIVE_INFINITY])
    const live = await started
    way.cut()
    expect(await live.agreed('secrets', 'a key')).toBe('a key')
    await live.close()
  })

  test.each([0, 4, 6])('one that stays late is said so, and nothing stays open: behind the %ith', async (from) => {
    const { way, started } = await opening([from], 100)
    const error = await started.catch((thrown) => thrown)
    expect(error).toBeInstanceOf(RedisError)
    expect(error.message).toContain('answers later than a second')
    await expect.poll(way.open).toBe(0)
  })
}
