import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Meter } from '../../../server/src/base/meter.ts'
import { startWebhooks } from '../../../server/src/webhooks/compose.ts'
import { nextAttempt } from '../../../server/src/webhooks/schedule.ts'
import type { Post, Sender } from '../../../server/src/webhooks/send.ts'
import { settled, until } from '../contract/until.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'
import { arrives, breaks, scriptedSender } from './receivers.ts'

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
const DAY = 24 * HOUR
const URL = 'http://127.0.0.1:9/hook'

let clock: ManualClock
let place: Marketplace
let user: TestUser
let stops: (() => Promise<unknown>)[]

beforeEach(async () => {
  clock = new ManualClock()
  place = await startMarketplace({ clock })
  stops = []
  user = await place.user()
})
afterEach(async () => {
  for (const stop of stops) await drive(stop())
  await place.stop()
})

/** Lets time go on in small steps until something has ended that waits for it. */
async function drive<T>(work: Promise<T>): Promise<T> {
  let over = false
  const ended = work.finally(() => {
    over = true
  })
  while (!over) {
    clock.advance(100)
    await new Promise(setImmediate)
  }
  return await ended
}

/** Another process, as far as webhooks go. */
const begin = (sender: Sender) => startWebhooks({ ...place.webhooks, meter: new Meter() }, sender)
const start = (sender: Sender) => stops.push(begin(sender))
const add = (url = URL) => user.client.call(endpoints.createWebhook, { body: { url } })
const sendTest = (webhook_id: string) => user.client.call(endpoints.testWebhook, { params: { webhook_id } })
const deliveries = async (webhook_id: string) =>
  (await user.client.call(endpoints.listDeliveries, { params: { webhook_id }, query: {} })).deliveries
const shown = async (webhook_id: string) =>
  (await user.client.call(endpoints.listWebhooks, {})).webhooks.find((one) => one.webhook_id === webhook_id)
const rotate = (webhook_id: string) => user.client.call(endpoints.rotateWebhookSecret, { params: { webhook_id } })

/** A job of the user's that ends at once: an event. */
async function happen(times = 1): Promise<void> {
  await place.host({ models: ['m'] })
  for (let index = 0; index < times; index++) {
    const { job_id } = await user.client.call(endpoints.runModel, {
      body: { model: 'm', input_text: 'x', max_tokens: 1 },
    })
    await user.client.call(endpoints.cancelJob, { params: { job_id } })
  }
}

type Deliveries = Awaited<ReturnType<typeof deliveries>>

/** Until the deliveries of a webhook satisfy, time passing: by seconds, or in leaps to the next attempt. */
async function becomes(webhook_id: string, holds: (all: Deliveries) => boolean, { leaping = false } = {}) {
  return await until(
    async () => {
      const all = await deliveries(webhook_id)
      if (holds(all)) return all
      await settled()
      const next = Math.max(...all.map((one) => Date.parse(one.next_attempt_at ?? '1970-01-01')))
      clock.advance(Math.max(SECOND, leaping ? next - clock.now() : 0))
      return undefined
    },
    'the state of the deliveries',
    20_000,
  )
}

test('pauses grow from seconds to hours, and the last attempt is at the end of the day', () => {
  for (const delivery_id of ['msg_1', 'msg_2', 'msg_3']) {
    const times: number[] = []
    for (let at: number | undefined = 0, step = 1; at !== undefined; step++) {
      times.push(at)
      at = nextAttempt({ delivery_id, step, give_up_at: DAY }, at)
    }
    const pauses = times.slice(1).map((time, index) => time - (times[index] as number))
    const longest = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 3 * HOUR]
    for (const [index, most] of longest.entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(0.8 * most)
      expect(pauses[index]).toBeLessThanOrEqual(most)
    }
    expect(times.at(-1)).toBe(DAY)
    expect(times.length).toBeGreaterThanOrEqual(11)
    expect(times.length).toBeLessThanOrEqual(13)
  }
  const first = (delivery_id: string) => nextAttempt({ delivery_id, step: 1, give_up_at: DAY }, 0)
  expect(new Set(['a', 'b', 'c', 'd'].map(first)).size).toBe(4)
})

test('an event is tried for a day under one id, then it has failed, and a person may send it again', async () => {
  let answer = breaks
  const { posts, sender } = scriptedSender(() => answer)
  start(sender)
  const { webhook_id } = await add()
  await happen()
  const began = clock.now()
  const [first] = await becomes(webhook_id, ([one]) => one !== undefined && one.status_code !== null)
  expect(first).toMatchObject({ event: 'job.ended', status: 'pending', status_code: 500, error: 'it answered 500' })
  const [failed] = await becomes(webhook_id, ([one]) => one?.status === 'failed', { leaping: true })
  expect(failed).toMatchObject({ status: 'failed', next_attempt_at: null })
  expect(failed?.attempts).toBe(posts.length)
  expect(posts.length).toBeGreaterThanOrEqual(11)
  expect(clock.now() - began).toBeLessThan(DAY + 30 * MINUTE)
  expect(new Set(posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(posts.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(posts.length)
  answer = arrives
  const params = { webhook_id, delivery_id: failed?.delivery_id as string }
  await user.client.call(endpoints.retryDelivery, { params })
  const [again] = await becomes(webhook_id, ([one]) => one?.status === 'delivered')
  expect(again).toMatchObject({ status_code: 200, error: null, attempts: posts.length })
  expect((await shown(webhook_id))?.failing_since).toBeNull()
})

test('a test is tried once', async () => {
  const { posts, sender } = scriptedSender(() => breaks)
  start(sender)
  const { webhook_id } = await add()
  expect(await sendTest(webhook_id)).toMatchObject({ event: 'webhook.test', status: 'pending', attempts: 0 })
  await becomes(webhook_id, ([one]) => one?.status === 'failed')
  expect(posts.length).toBe(1)
})

test('a test that is sent again is tried once again', async () => {
  const { posts, sender } = scriptedSender(() => breaks)
  start(sender)
  const { webhook_id } = await add()
  const { delivery_id } = await sendTest(webhook_id)
  await becomes(webhook_id, ([one]) => one?.status === 'failed')
  await user.client.call(endpoints.retryDelivery, { params: { webhook_id, delivery_id } })
  await becomes(webhook_id, ([one]) => one?.attempts === 2 && one.status_code === 500)
  await settled()
  expect((await deliveries(webhook_id))[0]).toMatchObject({ status: 'failed', attempts: 2 })
  expect(posts.length).toBe(2)
})

test.each([
  ['while the server runs', false],
  ['while it was off', true],
])('a wall clock that is set back keeps nothing waiting: %s', async (_, restarted) => {
  let [answer, shift] = [breaks, 0]
  const real = clock.now.bind(clock)
  clock.now = () => real() + shift
  const { posts, sender } = scriptedSender(() => answer)
  let end = begin(sender)
  stops.push(() => end())
  const { webhook_id } = await add()
  await happen()
  await becomes(webhook_id, ([one]) => one?.status_code === 500)
  if (restarted) await drive(end())
  answer = arrives
  shift = -HOUR
  if (restarted) end = begin(sender)
  clock.advance(2 * SECOND)
  await until(async () => (await deliveries(webhook_id))[0]?.status === 'delivered')
  expect(posts.length).toBe(2)
})

test('410 disables the webhook, which is told nothing more until it is enabled', async () => {
  const { posts, sender } = scriptedSender(() => ({ status_code: 410, error: 'it answered 410' }))
  start(sender)
  const { webhook_id } = await add()
  await happen()
  await becomes(webhook_id, ([one]) => one?.status === 'failed')
  expect(await shown(webhook_id)).toMatchObject({ disabled: true, disabled_reason: 'gone' })
  await happen()
  clock.advance(5 * SECOND)
  expect((await deliveries(webhook_id)).length).toBe(1)
  expect(posts.length).toBe(1)
  const enabled = { params: { webhook_id }, body: { disabled: false } }
  expect(await user.client.call(endpoints.changeWebhook, enabled)).toMatchObject({ disabled_reason: null })
})

test('five days without one arrival disable a webhook; one arrival begins the count anew', async () => {
  let answer = breaks
  const { sender } = scriptedSender(() => answer)
  start(sender)
  const { webhook_id } = await add()
  await happen()
  await becomes(webhook_id, ([one]) => one?.status === 'failed', { leaping: true })
  clock.jump(3 * DAY)
  expect(await shown(webhook_id)).toMatchObject({ disabled: false, failing_since: expect.any(String) })
  answer = arrives
  await happen()
  await becomes(webhook_id, ([one]) => one?.status === 'delivered')
  expect(await shown(webhook_id)).toMatchObject({ disabled: false, failing_since: null })
  answer = breaks
  await happen()
  await becomes(webhook_id, ([one]) => (one?.attempts ?? 0) > 0)
  clock.jump(5 * DAY)
  await happen()
  await until(async () => {
    clock.advance(SECOND)
    return (await shown(webhook_id))?.disabled
  })
  expect(await shown(webhook_id)).toMatchObject({ disabled_reason: 'failing' })
})

test('a process that is killed between sending and noting it sends again, with the same id', async () => {
  const killed = scriptedSender(() => new Promise(() => undefined))
  begin(killed.sender)
  const { webhook_id } = await add()
  await happen()
  await until(() => killed.posts.length === 1)
  const { posts, sender } = scriptedSender()
  start(sender)
  clock.advance(30 * SECOND)
  expect(posts.length).toBe(0)
  await becomes(webhook_id, ([one]) => one?.status === 'delivered')
  expect(posts.map(({ headers }) => headers['webhook-id'])).toEqual([killed.posts[0]?.headers['webhook-id']])
})

test('two processes on one database send each event once', async () => {
  const [one, two] = [scriptedSender(), scriptedSender()]
  start(one.sender)
  start(two.sender)
  const { webhook_id } = await add()
  await happen(30)
  await becomes(webhook_id, (all) => all.length === 20 && all.every(({ status }) => status === 'delivered'))
  await until(() => one.posts.length + two.posts.length >= 30)
  const ids = [...one.posts, ...two.posts].map(({ headers }) => headers['webhook-id'])
  expect([ids.length, new Set(ids).size]).toEqual([30, 30])
})

test('for a day after a rotation both secrets sign, then the new one alone', async () => {
  const { posts, sender } = scriptedSender()
  start(sender)
  const { webhook_id, secret } = await add()
  const rotated = await rotate(webhook_id)
  expect(rotated.secret).not.toBe(secret)
  expect(Date.parse(rotated.previous_valid_until)).toBe(clock.now() + DAY)
  const signatures = (post: Post | undefined) => post?.headers['webhook-signature']?.split(' ').length
  await sendTest(webhook_id)
  await becomes(webhook_id, ([one]) => one?.status === 'delivered')
  expect(signatures(posts.at(-1))).toBe(2)
  clock.jump(DAY)
  await sendTest(webhook_id)
  await becomes(webhook_id, ([one]) => one?.status === 'delivered')
  expect(signatures(posts.at(-1))).toBe(1)
})

test('deliveries are forgotten 30 days after they were made, those that wait are not', async () => {
  const { sender } = scriptedSender()
  start(sender)
  const { webhook_id } = await add()
  await happen()
  await becomes(webhook_id, ([one]) => one?.status === 'delivered')
  clock.jump(29 * DAY)
  clock.advance(10 * MINUTE)
  await settled()
  expect((await deliveries(webhook_id)).length).toBe(1)
  clock.jump(DAY)
  clock.advance(10 * MINUTE)
  await becomes(webhook_id, (all) => all.length === 0)
})
