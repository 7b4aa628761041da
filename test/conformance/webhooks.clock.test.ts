import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringForward, claimDelivery, dueDeliveries } from '../../server/src/webhooks/sending-store.ts'
import { type Marketplace, startMarketplace } from '../server/marketplace.ts'
import { storeWebhook } from '../server/webhook-rows.ts'
import { onEveryDialect } from './databases.ts'

const HOUR_MS = 3_600_000

await onEveryDialect((databases) => {
  let place: Marketplace
  beforeAll(async () => {
    place = await startMarketplace({ location: await databases.fresh() })
  })
  afterAll(() => place.stop())

  test('what was made before the wall clock was set back is due at once, what is sent a while later', async () => {
    const { user_id } = await place.user()
    const { webhook_id } = await storeWebhook(place, user_id)
    const { webhook_id: sending } = await storeWebhook(place, user_id)
    const now = place.clock.now()
    const due = (of: string, at: number) => dueDeliveries(place.database, { webhook_id: of, now: at, limit: 9 })
    const [row] = await due(sending, now)
    if (!row) throw new Error('nothing is due')
    await place.database.transaction((tx) => claimDelivery(tx, row, now, now + 1000))
    const earlier = now - HOUR_MS
    expect(await due(webhook_id, earlier)).toEqual([])
    await place.database.transaction((tx) => bringForward(tx, earlier, earlier + 1000))
    expect(await due(webhook_id, earlier)).toHaveLength(1)
    expect(await due(sending, earlier)).toEqual([])
    expect(await due(sending, earlier + 1000)).toHaveLength(1)
  })
})
