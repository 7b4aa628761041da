import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cancelBatch, endStopped, runBatches } from '../../server/src/market/batches/run.ts'
import { batchesOn } from './batch-floor.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())
  const { make, shown } = batchesOn(() => floor)

  test('what a batch has read of its lines is not bought once it is cancelled', async () => {
    const host = await floor.host({ models: ['late'], concurrency: 100 })
    const user = await floor.user()
    const batch_id = await make(user, 'late', 6)
    let taken = 0
    const submissions = {
      take: async () => {
        if (++taken === 3) await cancelBatch(floor.market, user, batch_id)
      },
    }
    await runBatches(Object.assign(Object.create(floor.market), { submissions }))
    expect(taken).toBe(3)
    expect(await floor.next(host)).toBeUndefined()
    expect(await floor.reserved(user)).toBe(0n)
    expect(await shown(user, batch_id)).toMatchObject({ state: 'cancelled', failed: 2, running: 0, credits_used: 0n })
  })

  test('a line that can be no job is not counted in a batch that was cancelled meanwhile', async () => {
    await floor.host({ models: ['small'], max_tokens: 3 })
    const user = await floor.user()
    const batch_id = await make(user, 'small', 2)
    const submissions = { take: () => cancelBatch(floor.market, user, batch_id) }
    await runBatches(Object.assign(Object.create(floor.market), { submissions }))
    expect(await shown(user, batch_id)).toMatchObject({ state: 'cancelled', failed: 0, running: 0 })
  })
})

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())
  const { make, shown } = batchesOn(() => floor)

  /** A batch of five that all run, and a stop of it that fails at the third job. */
  async function halfStopped(model: string) {
    const host = await floor.host({ models: [model], concurrency: 100 })
    const user = await floor.user()
    const batch_id = await make(user, model, 5)
    await runBatches(floor.market)
    const jobs: string[] = []
    for (let job = await floor.next(host); job; job = await floor.next(host)) jobs.push(job.job_id)
    let found = 0
    const { streams } = floor.market
    const find = vi.spyOn(streams, 'find').mockImplementation((job_id) => {
      if (++found === 3) throw new Error('nobody knows')
      return streams.known(job_id)
    })
    await expect(cancelBatch(floor.market, user, batch_id)).rejects.toThrow('nobody knows')
    find.mockRestore()
    // The others are over all the same.
    expect(await shown(user, batch_id)).toMatchObject({ state: 'cancelled', failed: 4, running: 1 })
    return { host, user, batch_id, jobs }
  }

  test('a stop that was interrupted can be repeated, and ends the rest', async () => {
    const { user, batch_id } = await halfStopped('twice')
    await cancelBatch(floor.market, user, batch_id)
    expect(await shown(user, batch_id)).toMatchObject({ state: 'cancelled', failed: 5, running: 0, credits_used: 0n })
    expect(await floor.reserved(user)).toBe(0n)
  })

  test('upkeep ends what a stopped batch has left running, and counts what was answered in between', async () => {
    const { user, batch_id } = await halfStopped('left')
    await endStopped(floor.market)
    expect(await shown(user, batch_id)).toMatchObject({ state: 'cancelled', failed: 5, running: 0 })
    const late = await halfStopped('late answers')
    for (const job_id of late.jobs)
      await floor.results(late.host, { job_id, tokens: ['a', 'b'], finish_reason: 'stop' })
    await endStopped(floor.market)
    const { running, completed, credits_used } = await shown(late.user, late.batch_id)
    expect([running, completed, credits_used]).toEqual([0, 1, 2_000_000n])
    expect(await floor.reserved(user)).toBe(0n)
  })
})
