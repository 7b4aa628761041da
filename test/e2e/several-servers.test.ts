import { ApiError } from '@mkt/schemas/client'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Databases, onPostgres } from '../conformance/databases.ts'
import { startRedis } from '../conformance/redis-servers.ts'
import { cleanUp, runBin, startBin, tempFolder, until } from './bins.ts'
import { buyerAt, hostAt, type OneOfSeveral, startOneOfSeveral } from './several-servers.ts'

const own = await startRedis()

if ('reason' in own) {
  test('several servers', (context) => {
    if (process.env.CI === 'true') throw new Error(own.reason)
    context.skip(own.reason)
  })
} else await onPostgres((databases) => describe('two servers', () => suite(databases, own)))

type Redis = Exclude<typeof own, { reason: string }>

interface Scene {
  database: string
  a: OneOfSeveral
  b: OneOfSeveral
}

function suite(databases: Databases, redis: Redis): void {
  const on = {} as Scene
  beforeEach(async () => {
    const location = await databases.empty()
    const database = 'postgres' in location ? location.postgres : ''
    const place = { database, redis: redis.url }
    Object.assign(on, { database, a: await startOneOfSeveral(place), b: await startOneOfSeveral(place) })
  })
  afterEach(async () => {
    const audit = await runBin('mkt-server', ['audit', '--data', tempFolder(), '--database-url', on.database])
    expect(audit.stdout).toContain('The books are right.')
    await cleanUp()
  })
  afterAll(() => redis.stop())
  together(on)
  keys(on)
  bounds(on, redis)
  killed(on)
  outage(on, redis)
}

/** What comes to one server counts at all. */
function together(on: Scene): void {
  test('a job submitted at one is run through the other and read at both', async () => {
    const { a, b } = on
    const [buyer, host] = [await buyerAt(a), await hostAt(a)]
    await host.heartbeat(a)
    const parked = host.next(b, 20)
    // Whether or not the poll is parked yet: the hint or its own look finds the job.
    const job_id = await buyer.submit(a)
    expect(await parked).toMatchObject({ job_id })
    const reader = buyer.read(a, job_id)
    expect(await host.results(b, { job_id, tokens: ['one ', 'two '] })).toMatchObject({ next_offset: 2 })
    await until('the text is read', () => reader.tokens.length === 2)
    const resumed = buyer.read(b, job_id, reader.last())
    expect(await host.results(a, { job_id, offset: 2, tokens: ['three'] })).toMatchObject({ next_offset: 3 })
    await until('both read on', () => reader.tokens.length === 3 && resumed.tokens.length === 1)
    expect(await host.results(b, { job_id, offset: 3, tokens: [], finish_reason: 'stop' })).toMatchObject({
      state: 'completed',
    })
    expect(await Promise.all([reader.end, resumed.end])).toEqual(['done', 'done'])
    expect(await buyer.job(a, job_id)).toMatchObject({ status: 'completed', output_text: 'one two three' })
  })

  test('one that is told to stop says so first, and is asked no more', async () => {
    const { a, b } = on
    const [buyer, host] = [await buyerAt(a), await hostAt(a)]
    const job_id = await buyer.submit(a)
    expect(await host.next(a)).toMatchObject({ job_id })
    const reader = buyer.read(a, job_id)
    await host.results(a, { job_id, tokens: ['one '] })
    await until('the text is read', () => reader.tokens.length === 1)
    const ended = a.program.stop('SIGTERM')
    await until('it says so', async () => (await fetch(`${a.url}/ready`)).status === 503)
    expect(await host.results(a, { job_id, offset: 1, tokens: ['two '] })).toMatchObject({ next_offset: 2 })
    expect((await ended).code).toBe(0)
    expect(await reader.end).toBe('broken')
    const resumed = buyer.read(b, job_id, reader.last())
    await host.results(b, { job_id, offset: 2, tokens: ['three'], finish_reason: 'stop' })
    expect(await resumed.end).toBe('done')
    expect([...reader.tokens, ...resumed.tokens].join('')).toBe('one two three')
  })

  test('a host that waits at one is told within moments of a job at the other', async () => {
    const { a, b } = on
    const [buyer, host] = [await buyerAt(b), await hostAt(a)]
    for (let job = 0; job < 3; job++) {
      const parked = host.next(b, 30)
      await new Promise((resolve) => setTimeout(resolve, 300))
      const before = performance.now()
      const job_id = await buyer.submit(a)
      expect(await parked).toMatchObject({ job_id })
      // Not at the end of its time.
      expect(performance.now() - before).toBeLessThan(20_000)
      expect(await host.results(a, { job_id, tokens: ['x'], finish_reason: 'stop' })).toMatchObject({
        state: 'completed',
      })
    }
  })
}

/** What is revoked. */
function keys(on: Scene): void {
  test('a key that was rotated at one is refused at the other, which has just believed it', async () => {
    const { a, b } = on
    const [buyer, host] = [await buyerAt(a), await hostAt(a)]
    const parked = host.next(b, 20)
    const job_id = await buyer.submit(a)
    expect(await parked).toMatchObject({ job_id })
    let rotated = false
    const rotating = host.rotate(a).then(() => {
      rotated = true
    })
    // It has never been longer ago than a moment that this server asked.
    while (!rotated) await host.results(b, { job_id, tokens: ['one '] }).catch(() => undefined)
    await rotating
    await expect(host.results(b, { job_id, tokens: ['one '] })).rejects.toMatchObject({ code: 'unauthorized' })
  })
}

function bounds(on: Scene, redis: Redis): void {
  test('limits are counted for both together', async () => {
    const place = { database: on.database, redis: redis.url }
    const env = { MKT_LIMIT_SIGNUPS_PER_HOUR: '5' }
    const [c, d] = [await startOneOfSeveral(place, env), await startOneOfSeveral(place, env)]
    const refused = (error: unknown) => error instanceof ApiError && error.code === 'rate_limited'
    const outcomes: boolean[] = []
    for (let signup = 0; signup < 12; signup++) {
      const at = signup % 2 === 0 ? c : d
      outcomes.push(
        await buyerAt(at).then(
          () => true,
          (error) => (refused(error) ? false : Promise.reject(error)),
        ),
      )
    }
    // On loopback ten times as many, in bursts of a fifth.
    expect(outcomes.filter(Boolean)).toHaveLength(10)
    expect(outcomes.slice(10)).toEqual([false, false])
  })

  test('one without Redis is refused beside them, and says what to do', async () => {
    const place = { database: on.database, redis: redis.url }
    const args = ['serve', '--data', tempFolder(), '--market-port', '0', '--services', 'market']
    const alone = await startBin('mkt-server', args, { env: { MKT_DATABASE_URL: place.database } }).ended
    expect(alone.code).not.toBe(0)
    expect(alone.stderr).toContain('--redis-url')
  })

  test('one with another key for secrets is refused beside them, and says what to do', async () => {
    const key = Buffer.alloc(32, 1).toString('base64')
    const place = { database: on.database, redis: redis.url, key }
    await expect(startOneOfSeveral(place)).rejects.toThrow('copy secrets.key')
  })
}

function killed(on: Scene): void {
  test('a server that is killed takes nothing along: host and reader go on at the other', async () => {
    const { a, b } = on
    const [buyer, host] = [await buyerAt(a), await hostAt(a)]
    const job_id = await buyer.submit(a)
    expect(await host.next(a)).toMatchObject({ job_id })
    const waiting = await buyer.submit(a)
    const reader = buyer.read(a, job_id)
    await host.results(a, { job_id, tokens: ['one ', 'two '] })
    await until('the text is read', () => reader.tokens.length === 2)
    await a.program.stop('SIGKILL')
    expect(await reader.end).toBe('broken')
    const resumed = buyer.read(b, job_id, reader.last())
    expect(await host.results(b, { job_id, offset: 2, tokens: ['three'], finish_reason: 'stop' })).toMatchObject({
      state: 'completed',
    })
    expect(await resumed.end).toBe('done')
    expect([...reader.tokens, ...resumed.tokens].join('')).toBe('one two three')
    expect(await host.next(b, 5)).toMatchObject({ job_id: waiting })
    // Back to the queue, for whoever takes the lead now: nobody was sent anything of it.
    await host.results(b, { job_id: waiting, error: { code: 'handed_back', message: '', retryable: true } })
    expect(await buyer.job(b, waiting)).toMatchObject({ status: 'queued' })
  })
}

function outage(on: Scene, redis: Redis): void {
  test('Redis goes away, is emptied and comes back: what was told stays told', async () => {
    const { a, b } = on
    const [buyer, host] = [await buyerAt(a), await hostAt(a)]
    const job_id = await buyer.submit(a)
    expect(await host.next(b)).toMatchObject({ job_id })
    const reader = buyer.read(b, job_id)
    await host.results(a, { job_id, tokens: ['one ', 'two '] })
    await until('the text is read', () => reader.tokens.length === 2)
    await redis.stop()
    const health = async () => ((await (await fetch(`${a.url}/health`)).json()) as { status: string }).status
    await until('it is noticed', async () => (await health()) === 'degraded: redis')
    const later = await buyer.submit(b)
    const said = await host.results(a, { job_id, offset: 2, tokens: ['three'] }).catch((error) => error)
    expect(said).toMatchObject({ status: 503 })
    await host.heartbeat(b, [job_id])
    await new Promise((resolve) => setTimeout(resolve, 10_000))
    expect(await buyer.job(a, job_id)).toMatchObject({ status: 'running' })
    expect(await buyer.job(a, later)).toMatchObject({ status: 'queued' })
    const again = await startRedis(Number(new URL(redis.url).port))
    if ('reason' in again) throw new Error(again.reason)
    redis.stop = again.stop
    await until('it is back', async () => (await health()) === 'ok')
    // Nothing of it is known there: the host is asked for all of it again.
    let next: number | undefined
    await until('the host is asked again', async () => {
      next = (await host.results(b, { job_id, offset: 2, tokens: ['three'] }).catch(() => undefined))?.next_offset
      return next === 0
    })
    const tokens = ['one ', 'two ', 'three']
    expect(await host.results(a, { job_id, tokens, finish_reason: 'stop' })).toMatchObject({ state: 'completed' })
    expect(await reader.end).toBe('done')
    expect(reader.tokens).toEqual(tokens)
    expect(await host.next(a, 5)).toMatchObject({ job_id: later })
    expect(await host.results(b, { job_id: later, tokens: ['x'], finish_reason: 'stop' })).toMatchObject({
      state: 'completed',
    })
  })
}
