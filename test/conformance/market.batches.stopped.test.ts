import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelBatch, runBatches } from '../../server/src/market/batches/run.ts'
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
