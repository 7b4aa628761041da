import { expect, test } from 'vitest'
import { detailModels } from '../../server/src/market/reports/model-detail.ts'
import { onEveryDialect } from './databases.ts'
import { openFloor } from './market-floor.ts'

const PRICE = 1_000_000n

await onEveryDialect((databases) => {
  test('what is known of models is the same however few rows are read at once', async () => {
    const floor = await openFloor(await databases.fresh(), { trust: 'strangers' })
    try {
      // In each database's own order, which letters of other cases and scripts tell apart.
      const names = ['a', 'B', 'b', 'ä', 'Ω', '模型', 'a/1', 'a-1', 'z']
      const hosts = [
        await floor.host({ models: names }),
        await floor.host({ models: names.slice(2), price: 2n * PRICE }),
      ]
      const buyers = [await floor.user(), await floor.user()]
      for (let job = 0; job < 5; job++) {
        const { job_id } = await floor.submit(buyers[job % 2] as string, { model: 'ä', max_price_per_token: PRICE })
        expect((await floor.next(hosts[0] as string))?.job_id).toBe(job_id)
        await floor.results(hosts[0] as string, { job_id, tokens: Array(10).fill('t'), finish_reason: 'stop' })
      }
      const whole = await detailModels(floor.market)
      expect([...whole.details.keys()].sort()).toEqual(names.toSorted())
      expect(JSON.parse(whole.details.get('ä') as string)).toMatchObject({
        ...{ market_price_per_token: 0.001, price_limit_per_token: 0.002, proven_hosts: 1 },
      })
      for (const atOnce of [1, 2, 3, 7])
        expect((await detailModels(floor.market, atOnce)).details).toEqual(whole.details)
    } finally {
      await floor.close()
    }
  })
})
