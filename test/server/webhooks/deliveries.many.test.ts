import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Meter } from '../../../server/src/base/meter.ts'
import { startWebhooks } from '../../../server/src/webhooks/compose.ts'
import { insertDelivery } from '../../../server/src/webhooks/delivery-store.ts'
import { settled, until } from '../contract/until.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'
import { storeWebhook } from '../webhook-rows.ts'
import { scriptedSender } from './receivers.ts'

const MOST = 10_000

let clock: ManualClock
let place: Marketplace
let user: TestUser
let params: { webhook_id: string }

/** A receiver that takes what it is sent, and far less than there is. */
beforeAll(async () => {
  clock = new ManualClock()
  place = await startMarketplace({ clock })
  user = await place.user()
  const { webhook_id } = await storeWebhook(place, user.user_id)
  params = { webhook_id }
  const row = { webhook_id, event: 'host.up', payload_json: '{}', created_at: clock.now(), give_up_at: clock.now() }
  // With the one that is stored with it one less than the most.
  await place.database.transaction(async (tx) => {
    for (let index = 2; index < MOST; index++)
      await insertDelivery(tx, { ...row, delivery_id: place.webhooks.ids.next('msg') })
  })
})
afterAll(() => place.stop())

const list = (query: { status?: 'pending' | 'failed' } = {}) =>
  user.client.call(endpoints.listDeliveries, { params, query })

async function endJob(): Promise<void> {
  const body = { model: 'm', input_text: 'x', max_tokens: 1 }
  const { job_id } = await user.client.call(endpoints.runModel, { body })
  await user.client.call(endpoints.cancelJob, { params: { job_id } })
}

test('what comes while 10,000 wait is kept as failed, and counted no further', async () => {
  await place.host({ models: ['m'] })
  expect(await list()).toMatchObject({ total: MOST - 1 })
  await endJob()
  expect((await list()).deliveries[0]).toMatchObject({ event: 'job.ended', status: 'pending', error: null })
  await endJob()
  const { deliveries, total } = await list()
  expect(deliveries[0]).toMatchObject({
    event: 'job.ended',
    status: 'failed',
    attempts: 0,
    error: '10000 deliveries were waiting: it was not tried',
  })
  expect(total).toBe(MOST)
  expect(await list({ status: 'pending' })).toMatchObject({ total: MOST })
  expect(await list({ status: 'failed' })).toMatchObject({ total: 1 })
})

test('what has waited an hour longer than its day is ended by upkeep', async () => {
  const { sender } = scriptedSender(() => new Promise(() => undefined))
  void startWebhooks({ ...place.webhooks, meter: new Meter() }, sender)
  clock.jump(3_000_000)
  clock.advance(600_000)
  await settled()
  clock.advance(600_000)
  await until(async () => (await list({ status: 'pending' })).total < 10)
  const { deliveries } = await list({ status: 'failed' })
  expect(deliveries[1]).toMatchObject({ attempts: 0, error: 'too much waited before it to be tried in a day' })
})
