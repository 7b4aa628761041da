import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../server/src/base/clock.ts'
import { createLog } from '../../server/src/base/log.ts'
import { openRedis } from '../../server/src/live/redis/open-redis.ts'
import { cleanUp, until } from './bins.ts'
import { asked, noRedis, startOwnRedis, startSentinel } from './redis-programs.ts'

afterAll(cleanUp)

const NAME = 'mkt'
const STREAM = { job_id: 'job_1', model: 'm', attempt: 1, host_id: 'host_1', instance: null, max_tokens: 100, needs: 0 }
const TIMES = { created_at: 0, deadlines: { first_ms: 120_000, next_ms: 60_000, end_ms: 240_000 } }

test('servers follow sentinels: the master is killed, and text and hints go on at the replica', async (context) => {
  const missing = noRedis()
  if (missing) return context.skip(missing)
  const master = await startOwnRedis()
  const replica = await startOwnRedis(
    '--replicaof',
    '127.0.0.1',
    String(master.port),
    '--repl-diskless-sync-delay',
    '0',
  )
  const sentinel = await startSentinel(NAME, { port: master.port })
  const url = `redis+sentinel://127.0.0.1:1,127.0.0.1:${sentinel.port}/${NAME}`
  const open = () => openRedis({ url, space: 'sentinel' }, systemClock, createLog('silent'))
  const [one, other] = [await open(), await open()]
  expect(sentinel.state.asked).toBeGreaterThan(0)
  let heard = 0
  const leave = other.bus.subscribe('job/job_1', () => void heard++)
  try {
    one.streams.open({ ...STREAM, ...TIMES })
    await until('the attempt is there', async () => (await other.streams.find('job_1')) !== undefined)
    // Asynchronous: what a master that dies had not passed on is lost with it.
    await until('the replica has it', async () => Number(await asked(replica.port, 'dbsize')) >= 3)
    await master.program.stop('SIGKILL')
    await asked(replica.port, 'replicaof', 'no', 'one')
    sentinel.state.port = replica.port
    await until('both have found it', async () => {
      const found = await Promise.all([one, other].map(({ streams }) => Promise.resolve(streams.find('job_1')))).catch(
        () => [],
      )
      return found.length === 2 && found.every(Boolean)
    })
    const stream = await one.streams.find('job_1')
    if (!stream) throw new Error('the attempt is gone')
    expect(await one.streams.append(stream, { offset: 0, pieces: ['a'], working: false })).toMatchObject({ added: 1 })
    const before = heard
    await until('hints come through', async () => {
      one.bus.publish('job/job_1')
      return heard > before
    })
    expect((await other.streams.follow('job_1'))?.pieces).toEqual(['a'])
  } finally {
    leave()
    await one.close()
    await other.close()
    sentinel.stop()
  }
}, 300_000)

test('sentinels that nobody reaches are named, and without the password', async () => {
  const url = 'redis+sentinel://:secret@127.0.0.1:1/mkt'
  const opening = openRedis({ url, space: 'sentinel' }, systemClock, createLog('silent'))
  await expect(opening).rejects.toThrow(/cannot reach Redis at redis\+sentinel:\/\/127\.0\.0\.1:1\/mkt .*--redis-url/)
})
