import { afterAll, beforeAll, expect, test } from 'vitest'
import { runBatches } from '../../server/src/market/batches/run.ts'
import { statement } from '../../server/src/storage/statement.ts'
import { batchesOn } from './batch-floor.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

type Of = { batch_id: string }
const unnoted = statement<Of>()((q, p) =>
  q
    .updateTable('batch_lines')
    .set({ state: 'waiting', job_id: null, input_text: 'say 0' })
    .where('batch_id', '=', p('batch_id'))
    .where('line', '=', 0),
)
const uncounted = statement<Of>()((q, p) =>
  q.updateTable('batches').set({ sent: 1 }).where('batch_id', '=', p('batch_id')),
)

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())
  const { make, shown, serve, resultsOf } = batchesOn(() => floor)

  test('whatever a server dies before, each line is one job that is noted', async () => {
    const host = await floor.host({ models: ['crash'], concurrency: 100 })
    const user = await floor.user()
    const { database } = floor.market
    for (let lived = 0; lived < 3; lived++) {
      const batch_id = await make(user, 'crash', 2)
      let begun = 0
      const failing = {
        ...floor.market,
        database: Object.assign(Object.create(database), {
          transaction: (work: never) => {
            if (++begun > lived) throw new Error('killed')
            return database.transaction(work)
          },
        }),
      }
      await expect(runBatches(failing)).rejects.toThrow('killed')
      await runBatches(floor.market)
      expect(await shown(user, batch_id)).toMatchObject({ running: 2, waiting: 0 })
      expect(await serve(host)).toBe(2)
      await runBatches(floor.market)
    }
  })

  test("a job that an earlier version submitted and did not note is its line's", async () => {
    const host = await floor.host({ models: ['before'], concurrency: 100 })
    const user = await floor.user()
    const batch_id = await make(user, 'before', 2)
    await runBatches(floor.market)
    await floor.market.database.transaction((tx) => tx.run(unnoted, { batch_id }))
    await floor.market.database.transaction((tx) => tx.run(uncounted, { batch_id }))
    expect(await shown(user, batch_id)).toMatchObject({ running: 1, waiting: 1 })
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
