import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobPage } from '../../server/src/market/jobs/list-store.ts'
import { ALL_DAYS } from '../../server/src/market/reports/search.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())

  test('long lists are counted and passed over in steps, between which others have their turn', async () => {
    await floor.host({ models: ['long', 'longer'] })
    const user = await floor.user()
    const ids: string[] = []
    for (let n = 0; n < 7; n++) ids.unshift((await floor.submit(user, { model: n === 3 ? 'longer' : 'long' })).job_id)
    const filter = { user_id: user, state: undefined, model: undefined, ...ALL_DAYS }
    for (const at_once of [1, 2, 3, 7, 8, 100])
      for (const offset of [0, 1, 2, 3, 6, 7, 8, 1000]) {
        const { jobs, total } = await jobPage(floor.market.database, filter, { limit: 2, offset, at_once })
        expect([total, jobs.map(({ job_id }) => job_id)]).toEqual([7, ids.slice(offset, offset + 2)])
        const known = await jobPage(floor.market.database, filter, { limit: 2, offset, at_once }, 7)
        expect(known).toEqual({ jobs, total })
      }
    let turns = 0
    const count = () => {
      turns++
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    const narrowed = { ...filter, model: 'long' }
    expect(await jobPage(floor.market.database, narrowed, { limit: 9, offset: 5, at_once: 2 })).toMatchObject({
      total: 6,
    })
    clearImmediate(timer)
    expect(turns).toBeGreaterThanOrEqual(2)
  })
})
