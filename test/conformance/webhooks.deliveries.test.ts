import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Meter } from '../../server/src/base/meter.ts'
import { statement } from '../../server/src/storage/statement.ts'
import { startWebhooks } from '../../server/src/webhooks/compose.ts'
import {
  abandonedWebhooks,
  failOverdue,
  failResting,
  insertDelivery,
  removeDeliveriesOf,
  removeOldDeliveries,
} from '../../server/src/webhooks/delivery-store.ts'
import { webhooksFarewell } from '../../server/src/webhooks/registrations.ts'
import { claimDelivery, dueDeliveries, waitingWebhooks } from '../../server/src/webhooks/sending-store.ts'
import { until } from '../server/contract/until.ts'
import { type Marketplace, startMarketplace } from '../server/marketplace.ts'
import { storeWebhook } from '../server/webhook-rows.ts'
import { eventOf, scriptedSender, startReceiver, verify } from '../server/webhooks/receivers.ts'
import { onEveryDialect } from './databases.ts'

const LEFT = statement()((q) =>
  q
    .selectFrom('webhook_deliveries as d')
    .leftJoin('webhooks as w', 'w.webhook_id', 'd.webhook_id')
    .select('d.delivery_id')
    .where('w.webhook_id', 'is', null),
)
const EMPTY = statement()((q) => q.deleteFrom('webhook_deliveries'))

await onEveryDialect((databases) => {
  let place: Marketplace
  beforeAll(async () => {
    place = await startMarketplace({ location: await databases.fresh() })
  })
  afterAll(() => place.stop())
  const now = () => place.clock.now()

  test('an event goes from the end of a job to its receiver, signed', async () => {
    const [user, host, receiver] = [await place.user(), await place.host({ price: 1_000_000n }), await startReceiver()]
    const stop = startWebhooks({ ...place.webhooks, meter: new Meter() })
    const body = { url: receiver.url, events: ['job.ended' as const] }
    const { webhook_id, secret } = await user.client.call(endpoints.createWebhook, { body })
    const { job_id } = await user.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })
    await host.next()
    await host.results([{ job_id, tokens: ['a', 'b'], finish_reason: 'stop' }])
    const [received] = await until(() => (receiver.received.length > 0 ? receiver.received : undefined))
    const headers = received?.headers as Record<string, string>
    expect(verify(secret, { headers, body: received?.body ?? '' })).toMatchObject({ type: 'job.ended' })
    expect(eventOf({ body: received?.body ?? '' })).toMatchObject({ data: { job_id, credits_used: 2_000_000n } })
    expect(headers['content-type']).toBe('application/json')
    const deliveries = async () =>
      (await user.client.call(endpoints.listDeliveries, { params: { webhook_id }, query: {} })).deliveries
    const [done] = await until(async () => {
      const all = await deliveries()
      return all[0]?.status === 'delivered' ? all : undefined
    })
    expect(done).toMatchObject({ delivery_id: headers['webhook-id'], attempts: 1, status_code: 204, error: null })
    await stop()
    await receiver.stop()
  })

  test('of many that claim a delivery at once, one has it', async () => {
    const { webhook_id } = await storeWebhook(place, (await place.user()).user_id)
    const [row] = await dueDeliveries(place.database, { webhook_id, now: now(), limit: 1 })
    if (!row) throw new Error('nothing is due')
    const claims = Array.from({ length: 10 }, () =>
      place.database.transaction((tx) => claimDelivery(tx, row, now(), now() + 60_000)),
    )
    expect((await Promise.all(claims)).filter(Boolean).length).toBe(1)
    expect(await dueDeliveries(place.database, { webhook_id, now: now(), limit: 1 })).toEqual([])
  })

  test('the walk finds each webhook once, in order, from any of them on', async () => {
    await place.database.transaction((tx) => tx.run(EMPTY, {}))
    const { user_id } = await place.user()
    const ids: string[] = []
    for (let index = 0; index < 7; index++) ids.push((await storeWebhook(place, user_id)).webhook_id)
    const walk = async (after: string, steps: number) =>
      (await waitingWebhooks(place.database, { after, now: now(), steps })).map(({ webhook_id, due }) => [
        webhook_id,
        due,
      ])
    const due = ids.map((id) => [id, 1])
    expect(await walk('', 100)).toEqual(due)
    expect(await walk('', 3)).toEqual(due.slice(0, 3))
    expect(await walk(ids[2] as string, 3)).toEqual(due.slice(3, 6))
    expect(await walk(ids[6] as string, 3)).toEqual([])
    const disabled = { params: { webhook_id: ids[0] as string }, body: { disabled: true } }
    await expect((await place.user()).client.call(endpoints.changeWebhook, disabled)).rejects.toMatchObject({
      status: 404,
    })
    expect((await waitingWebhooks(place.database, { after: '', now: 0, steps: 9 })).map(({ due }) => due)).toEqual(
      Array(7).fill(0),
    )
  })

  test('what waits for a disabled webhook fails when its day is over, and what is old goes', async () => {
    const user = await place.user()
    const { webhook_id } = await storeWebhook(place, user.user_id)
    const params = { webhook_id }
    const first = async () =>
      (await user.client.call(endpoints.listDeliveries, { params, query: {} })).deliveries[0]?.status
    const later = now() + 2 * 86_400_000
    await place.database.transaction((tx) => failResting(tx, later))
    expect(await first()).toBe('pending')
    await user.client.call(endpoints.changeWebhook, { params, body: { disabled: true } })
    await place.database.transaction((tx) => removeOldDeliveries(tx, later))
    expect(await first()).toBe('pending')
    await place.database.transaction((tx) => failResting(tx, later))
    expect(await first()).toBe('failed')
    await place.database.transaction((tx) => removeOldDeliveries(tx, later))
    expect(await first()).toBeUndefined()
  })

  /** A webhook of a user with so many deliveries more, whose day ends in a second. */
  async function storeMany(user_id: string, many: number): Promise<string> {
    const { webhook_id } = await storeWebhook(place, user_id)
    const row = { webhook_id, event: 'host.up', payload_json: '{}', created_at: now(), give_up_at: now() + 1000 }
    await place.database.transaction(async (tx) => {
      for (let index = 0; index < many; index++)
        await insertDelivery(tx, { ...row, delivery_id: place.webhooks.ids.next('msg') })
    })
    return webhook_id
  }

  test('of a webhook that is removed, or whose account is, some deliveries go at once and upkeep takes the rest', async () => {
    await place.database.transaction((tx) => tx.run(EMPTY, {}))
    const [user, leaving] = [await place.user(), await place.user()]
    const [gone, closed] = [await storeMany(user.user_id, 600), await storeMany(leaving.user_id, 600)]
    const kept = await storeMany(user.user_id, 1)
    await user.client.call(endpoints.deleteWebhook, { params: { webhook_id: gone } })
    await place.database.transaction((tx) => webhooksFarewell.finish(tx, leaving.user_id))
    const left = await place.database.all(LEFT, {})
    expect(left.length).toBe(2 * 101)
    expect((await abandonedWebhooks(place.database)).toSorted()).toEqual([gone, closed].toSorted())
    for (const webhook_id of [gone, closed])
      expect(await place.database.transaction((tx) => removeDeliveriesOf(tx, webhook_id))).toBe(101)
    expect(await abandonedWebhooks(place.database)).toEqual([])
    expect(await place.database.all(LEFT, {})).toEqual([])
    const params = { webhook_id: kept }
    expect(await user.client.call(endpoints.listDeliveries, { params, query: {} })).toMatchObject({ total: 2 })
  })

  test('what a receiver could not be asked within its day fails, and what is being sent does not', async () => {
    await place.database.transaction((tx) => tx.run(EMPTY, {}))
    const { user_id, client } = await place.user()
    const webhook_id = await storeMany(user_id, 2)
    const [row] = await dueDeliveries(place.database, { webhook_id, now: now(), limit: 1 })
    if (!row) throw new Error('nothing is due')
    const later = now() + 2000
    await place.database.transaction((tx) => claimDelivery(tx, row, now(), later + 1))
    const fail = (overdue: number) => place.database.transaction((tx) => failOverdue(tx, overdue, later))
    expect(await fail(now() - 1000)).toBe(0)
    expect(await fail(later)).toBe(2)
    const query = { status: 'failed' as const }
    const failed = await client.call(endpoints.listDeliveries, { params: { webhook_id }, query })
    expect(failed).toMatchObject({
      total: 2,
      deliveries: Array(2).fill({ error: 'too much waited before it to be tried in a day' }),
    })
  })

  test('jobs that end while webhooks are removed lose nothing and leave nothing behind', async () => {
    const [user, host] = [await place.user(), await place.host({ models: ['race'] })]
    const { sender } = scriptedSender()
    const stop = startWebhooks({ ...place.webhooks, meter: new Meter() }, sender)
    for (let round = 0; round < 10; round++) {
      const { webhook_id } = await user.client.call(endpoints.createWebhook, { body: { url: 'http://127.0.0.1:9/' } })
      const jobs: string[] = []
      for (let index = 0; index < 4; index++) {
        const { job_id } = await user.client.call(endpoints.runModel, { body: { model: 'race', input_text: 'x' } })
        await host.next()
        jobs.push(job_id)
      }
      const ends = jobs.map((job_id) => host.results([{ job_id, tokens: ['x'], finish_reason: 'stop' }]))
      await Promise.all([...ends, user.client.call(endpoints.deleteWebhook, { params: { webhook_id } })])
      for (const [end] of await Promise.all(ends)) expect(end).toMatchObject({ state: 'completed' })
    }
    await stop()
    expect(await place.database.all(LEFT, {})).toEqual([])
    expect((await place.audit()).faults).toEqual([])
  })
})
