import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeHeartbeat } from '../../server/src/market/hosts/heartbeat.ts'
import { hostById } from '../../server/src/market/hosts/store.ts'
import { watchLeases } from '../../server/src/market/upkeep/lease-watch.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const MINUTE_MS = 60_000
const PLENTY = 1_000_000_000_000n

await onEveryDialect((databases) => {
  let floor: Floor
  let clock: ManualClock
  let buyers: [string, string]
  beforeAll(async () => {
    clock = new ManualClock()
    floor = await openFloor(await databases.fresh(), { clock, trust: 'strangers' })
    buyers = [await floor.user(PLENTY), await floor.user(PLENTY)]
  })
  afterAll(() => floor.close())

  /** A host that two others paid for so many tokens in all. */
  async function provenHost(model: string, tokens = 50): Promise<string> {
    const host = await floor.host({ models: [model] })
    for (let n = 0; n < 5; n++) {
      const { job_id } = await floor.submit(buyers[n % 2] as string, {
        model,
        max_tokens: tokens / 5,
        hosts: { only: [host] },
      })
      expect((await floor.next(host))?.job_id).toBe(job_id)
      await complete(host, job_id, tokens / 5)
    }
    return host
  }
  const complete = (host: string, job_id: string, tokens = 1) =>
    floor.results(host, { job_id, tokens: Array(tokens).fill('a'), finish_reason: 'stop' })
  const error = (retryable: boolean) => ({ code: 'engine_error' as const, message: 'no', retryable })
  const fail = (host: string, job_id: string, retryable = true) =>
    floor.results(host, { job_id, error: error(retryable) })
  const submit = async (model: string) => (await floor.submit(buyers[0], { model })).job_id
  const claims = async (host: string) => (await floor.next(host))?.job_id
  const says = (host: string, running_jobs: string[], model: string) =>
    takeHeartbeat(floor.market, { host_id: host, gpu_utilization: 0, available_models: [model], running_jobs })

  test.each([true, false])(
    'hosts that cost nothing fail one try of a job, and no job (retryable %s)',
    async (retryable) => {
      const model = `free-${retryable}`
      const honest = await provenHost(model)
      const sybils = [1, 2, 3, 4].map(() => floor.host({ models: [model], price: 0n }))
      for (const sybil of await Promise.all(sybils)) {
        const job = await submit(model)
        expect(await claims(sybil)).toBe(job)
        await fail(sybil, job, retryable)
        // None of the others may have it now.
        for (const other of await Promise.all(sybils)) expect(await claims(other)).toBeUndefined()
        expect(await claims(honest)).toBe(job)
        await complete(honest, job)
        expect(await floor.job(job)).toMatchObject({ state: 'completed', failures: 1 })
      }
    },
  )

  test('the last try is for those who were paid most: five small jobs do not buy it', async () => {
    const honest = await provenHost('leads', 500)
    const sybils = [await provenHost('leads', 5), await provenHost('leads', 5), await provenHost('leads', 5)]
    const job = await submit('leads')
    for (const sybil of sybils.slice(0, 2)) {
      expect(await claims(sybil)).toBe(job)
      await fail(sybil, job)
    }
    expect(await claims(sybils[2] as string)).toBeUndefined()
    expect(await claims(honest)).toBe(job)
    await complete(honest, job)
    expect((await floor.job(job)).state).toBe('completed')
  })

  test('after ten minutes without those who are believed whoever may at all tries again', async () => {
    await provenHost('away')
    const sybil = await floor.host({ models: ['away'] })
    const job = await submit('away')
    expect(await claims(sybil)).toBe(job)
    await fail(sybil, job)
    clock.advance(10 * MINUTE_MS - 1)
    expect(await claims(sybil)).toBeUndefined()
    clock.advance(1)
    expect(await claims(sybil)).toBe(job)
    await complete(sybil, job)
  })

  test('two hosts that were paid end a job that cannot be done by saying so; where nobody was, one does', async () => {
    const proven = [await provenHost('hard'), await provenHost('hard')]
    const job = await submit('hard')
    for (const host of proven) {
      expect(await claims(host)).toBe(job)
      await fail(host, job, false)
    }
    expect(await floor.job(job)).toMatchObject({ state: 'failed', error: 'engine_error' })
    const alone = await floor.host({ models: ['alone'] })
    const other = await submit('alone')
    expect(await claims(alone)).toBe(other)
    await fail(alone, other, false)
    expect((await floor.job(other)).state).toBe('failed')
  })

  test('a new host that fails two that another does gets nothing for a minute, then for two', async () => {
    const proven = await provenHost('off')
    const sybil = await floor.host({ models: ['off'] })
    for (let n = 0; n < 2; n++) {
      const job = await submit('off')
      expect(await claims(sybil)).toBe(job)
      await fail(sybil, job)
      expect(await claims(proven)).toBe(job)
      await complete(proven, job)
    }
    const job = await submit('off')
    expect(await claims(sybil)).toBeUndefined()
    clock.advance(MINUTE_MS)
    expect(await claims(sybil)).toBe(job)
    await fail(sybil, job)
    expect(await claims(proven)).toBe(job)
    await complete(proven, job)
    expect((await hostById(floor.market.database, sybil))?.held_off_ms).toBe(2 * MINUTE_MS)
    const last = await submit('off')
    expect(await claims(proven)).toBe(last)
    await fail(proven, last)
    expect((await hostById(floor.market.database, proven))?.held_off_at).toBeNull()
  })

  test('whoever holds jobs in silence gets none for a while, also where others paid it', async () => {
    const holder = await provenHost('held')
    const jobs = await Promise.all([1, 2, 3, 4].map(() => submit('held')))
    for (let n = 0; n < 4; n++) expect(jobs).toContain(await claims(holder))
    const fresh = await floor.host({ models: ['held'] })
    await takeHeartbeat(floor.market, {
      ...{ host_id: fresh, gpu_utilization: 0, available_models: ['held'], first_piece_seconds: 86_400 },
    })
    const late = await submit('held')
    expect(await claims(fresh)).toBe(late)
    for (const [at, state] of [
      [60, 'running'],
      [119, 'running'],
      [120, 'queued'],
    ] as const) {
      clock.advance(at * 1000 - (at === 60 ? 0 : at === 119 ? 60_000 : 119_000))
      await says(holder, jobs, 'held')
      await says(fresh, [late], 'held')
      await watchLeases(floor.market)
      expect((await floor.job(late)).state).toBe(state)
    }
    expect(await hostById(floor.market.database, holder)).toMatchObject({ held_off_ms: MINUTE_MS })
    expect(await claims(holder)).toBeUndefined()
  })

  test('the books are right', async () => {
    expect((await floor.audit()).faults).toEqual([])
  })
})
