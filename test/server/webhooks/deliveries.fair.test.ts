import { afterEach, beforeEach, expect, test } from 'vitest'
import { statement } from '../../../server/src/storage/statement.ts'
import { startWebhooks } from '../../../server/src/webhooks/compose.ts'
import { insertDelivery } from '../../../server/src/webhooks/delivery-store.ts'
import type { Post } from '../../../server/src/webhooks/send.ts'
import { noteFailure } from '../../../server/src/webhooks/webhook-store.ts'
import { settled, until } from '../contract/until.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace } from '../marketplace.ts'
import { storeWebhook } from '../webhook-rows.ts'
import { arrives, breaks, scriptedSender } from './receivers.ts'

const URLS = statement<{ webhook_id: string; url: string }>()((q, p) =>
  q
    .updateTable('webhooks')
    .set({ url: p('url') })
    .where('webhook_id', '=', p('webhook_id')),
)
const REMOVED = statement<{ delivery_id: string }>()((q, p) =>
  q.deleteFrom('webhook_deliveries').where('delivery_id', '=', p('delivery_id')),
)
const STATES = statement()((q) => q.selectFrom('webhook_deliveries').select(['status', 'status_code']))

let clock: ManualClock
let place: Marketplace
let stop: () => Promise<unknown>
let user_id: string
/** Posts that hang until `release`. */
let hanging: { post: Post; release: () => void }[]

beforeEach(async () => {
  clock = new ManualClock()
  place = await startMarketplace({ clock })
  hanging = []
  user_id = (await place.user()).user_id
})
afterEach(async () => {
  const stopped = stop()
  for (const { release } of hanging) release()
  await stopped
  await place.stop()
})

/** A webhook with so many deliveries that are due. */
async function webhook(url: string, deliveries: number): Promise<string> {
  const { database, webhooks } = place
  const { webhook_id, delivery_id } = await storeWebhook(place, user_id)
  const created_at = clock.now()
  await database.transaction(async (tx) => {
    await tx.run(URLS, { webhook_id, url })
    await tx.run(REMOVED, { delivery_id })
    const event = {
      webhook_id,
      event: 'job.ended',
      payload_json: '{}',
      created_at,
      give_up_at: created_at + 86_400_000,
    }
    for (let index = 0; index < deliveries; index++)
      await insertDelivery(tx, { ...event, delivery_id: webhooks.ids.next('msg') })
  })
  return webhook_id
}

const to = (posts: readonly Post[], url: string) => posts.filter((post) => post.url === url).length

/** Hangs at the URLs that begin with `slow`. */
function start() {
  const { posts, sender } = scriptedSender((post) => {
    if (!post.url.startsWith('http://slow')) return arrives
    return new Promise((resolve) => {
      hanging.push({ post, release: () => resolve(post.url.includes('broken') ? breaks : arrives) })
      post.signal.addEventListener('abort', () => resolve({ status_code: null, error: 'late' }))
    })
  })
  stop = startWebhooks(place.webhooks, sender)
  clock.advance(1000)
  return posts
}

test('a thousand deliveries to a receiver that hangs keep nobody else waiting', async () => {
  await webhook('http://slow.example/', 1000)
  await webhook('http://quick.example/', 100)
  const posts = start()
  await until(() => to(posts, 'http://quick.example/') === 100)
  expect(to(posts, 'http://slow.example/')).toBe(4)
})

test('a receiver that failed is asked by one attempt at a time', async () => {
  const failing = await webhook('http://slow.example/', 50)
  await place.database.transaction((tx) => noteFailure(tx, failing, clock.now()))
  const posts = start()
  await until(() => posts.length === 1)
  await settled()
  expect(posts.length).toBe(1)
})

test('receivers that hang never take all the room, and the others take turns', async () => {
  for (let index = 0; index < 300; index++) {
    const failing = await webhook(`http://slow${index}.example/`, 2)
    await place.database.transaction((tx) => noteFailure(tx, failing, clock.now()))
  }
  await webhook('http://quick.example/', 10)
  const posts = start()
  await until(() => to(posts, 'http://quick.example/') === 10)
  expect(posts.length - 10).toBe(128)
})

/** Lets the posts that hang end one after the other, each making room for one more, until something holds. */
async function release(most: number, holds: () => boolean): Promise<number> {
  for (let released = 0; released < most; released++) {
    if (holds()) return released
    hanging.shift()?.release()
    await settled()
  }
  return most
}

test('the room that many slow receivers free goes to who has had none', async () => {
  for (let index = 0; index < 64; index++) await webhook(`http://slow${index}.example/`, 40)
  await webhook('http://quick.example/', 5)
  const posts = start()
  await until(() => posts.length === 256)
  expect(to(posts, 'http://quick.example/')).toBe(0)
  expect(await release(100, () => to(posts, 'http://quick.example/') === 5)).toBeLessThan(100)
})

test('among those that fail too', async () => {
  const failing = async (url: string, deliveries: number) => {
    const webhook_id = await webhook(url, deliveries)
    await place.database.transaction((tx) => noteFailure(tx, webhook_id, clock.now()))
  }
  for (let index = 0; index < 128; index++) await failing(`http://slow-and-broken${index}.example/`, 20)
  await failing('http://late.example/', 1)
  const posts = start()
  await until(() => posts.length === 128)
  expect(await release(100, () => to(posts, 'http://late.example/') === 1)).toBeLessThan(100)
})

test('an attempt ends after 10 s without an answer', async () => {
  const { webhook_id } = await storeWebhook(place, user_id)
  await place.database.transaction((tx) => tx.run(URLS, { webhook_id, url: 'http://slow.example/' }))
  const posts = start()
  await until(() => posts.length === 1)
  clock.advance(9999)
  await settled()
  expect(posts[0]?.signal.aborted).toBe(false)
  clock.advance(1)
  expect(posts[0]?.signal.reason).toMatchObject({ message: 'no answer within 10 s' })
})

test('a server that stops waits two seconds for what it sends, and what it cuts off stays to be sent', async () => {
  await webhook('http://slow.example/', 1)
  const posts = start()
  await until(() => posts.length === 1)
  const stopped = stop()
  stop = async () => undefined
  await settled()
  clock.advance(1999)
  expect(posts[0]?.signal.aborted).toBe(false)
  clock.advance(1)
  await stopped
  const row = await place.database.get(STATES, {})
  expect(row).toMatchObject({ status: 'pending', status_code: null })
})
