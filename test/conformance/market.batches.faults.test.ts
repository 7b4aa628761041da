import { afterAll, beforeAll, expect, test } from 'vitest'
import { runBatches } from '../../server/src/market/batches/run.ts'
import { batchesOn } from './batch-floor.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())
  const { make, shown, serve, resultsOf } = batchesOn(() => floor)

  test('a submission that was not noted, as before a crash, is the same job when it is made again', async () => {
    const host = await floor.host({ models: ['crash'], concurrency: 100 })
    const user = await floor.user()
    const batch_id = await make(user, 'crash', 2)
    const { database } = floor.market
    // From the note of the second job on, all is lost.
    let notes = 0
    const failing = {
      ...floor.market,
      database: Object.assign(Object.create(database), {
        transaction: (work: never) => {
          if (++notes >= 4) throw new Error('killed')
          return database.transaction(work)
        },
      }),
    }
    await expect(runBatches(failing)).rejects.toThrow('killed')
    await runBatches(floor.market)
    expect(await shown(user, batch_id)).toMatchObject({ running: 2, waiting: 0 })
    expect(await serve(host)).toBe(2)
  })

  test('what a person cannot pay waits with its reason, and a line that can be no job is told apart', async () => {
    await floor.host({ models: ['dear'], price: 50_000_000_000n })
    const user = await floor.user()
    const batch_id = await make(user, 'dear', 2)
    await runBatches(floor.market)
    expect(await shown(user, batch_id)).toMatchObject({ state: 'running', waiting: 2, failed: 0 })
    expect((await shown(user, batch_id)).waiting_for).toMatch(/credits/)
    await floor.host({ models: ['short'], max_tokens: 10 })
    const other = await make(user, 'short', 2, { max_tokens: 100 })
    await runBatches(floor.market)
    await runBatches(floor.market)
    expect(await shown(user, other)).toMatchObject({ state: 'completed', failed: 2 })
    expect(await resultsOf(other)).toContain('max_tokens')
  })
})
