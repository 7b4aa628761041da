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
  const { make, shown } = batchesOn(() => floor)

  test('more batches that wait for hosts than are read at once do not keep a later one from its turn', async () => {
    await floor.host({ models: ['stuck', 'free'] })
    for (let each = 0; each < 6; each++) {
      const stuck = await floor.user()
      for (let count = 0; count < 20; count++) await make(stuck, 'stuck', 2)
    }
    await runBatches(floor.market, 1)
    const user = await floor.user()
    const batch_id = await make(user, 'free', 1)
    await runBatches(floor.market, 1)
    expect(await shown(user, batch_id)).toMatchObject({ running: 1 })
  })

  test('what one batch fails by does not keep the others from their turns', async () => {
    await floor.host({ models: ['both'] })
    const [bad, good] = [await floor.user(), await floor.user()]
    const broken = await make(bad, 'both', 1)
    const market = Object.assign(Object.create(floor.market), {
      submissions: {
        take: (user: string) => {
          if (user === bad) throw new Error('no such memory')
          return undefined
        },
      },
    })
    const batch_id = await make(good, 'both', 1)
    await runBatches(market)
    expect(await shown(good, batch_id)).toMatchObject({ running: 1 })
    expect((await shown(bad, broken)).waiting_for).toMatch(/wrong on our side/)
    floor.clock.advance(11_000)
    await runBatches(floor.market)
    expect(await shown(bad, broken)).toMatchObject({ running: 1, waiting_for: null })
  })
})
