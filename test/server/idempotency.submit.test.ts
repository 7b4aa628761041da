import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from './manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

const clock = new ManualClock()
let place: Marketplace
let buyer: TestUser
beforeAll(async () => {
  place = await startMarketplace({ clock })
  buyer = await place.user()
  await place.host()
})
afterAll(() => place.stop())

const run = (key: string, input_text = 'hi', who = buyer) =>
  who.client.call(endpoints.runModel, { body: { model: 'm', input_text } }, { headers: { 'idempotency-key': key } })
const jobs = async () => (await buyer.client.call(endpoints.listJobs, { query: {} })).total

test('a repetition gets the first answer and submits nothing', async () => {
  const first = await run('a')
  const before = await jobs()
  expect(await run('a')).toEqual(first)
  expect(await jobs()).toBe(before)
})

test('twenty at once submit one job', async () => {
  const before = await jobs()
  const answers = await Promise.all(Array.from({ length: 20 }, () => run('at once')))
  expect(new Set(answers.map((answer) => answer.job_id)).size).toBe(1)
  expect(await jobs()).toBe(before + 1)
})

test('the same key with another body is a conflict, and of another user a job of its own', async () => {
  const first = await run('b')
  await expect(run('b', 'other')).rejects.toMatchObject({ status: 409, code: 'idempotency_conflict' })
  expect((await run('b', 'hi', await place.user())).job_id).not.toBe(first.job_id)
})

test('a failure is not remembered', async () => {
  const poor = await place.user()
  await place.host({ models: ['dear'], price: 1_000_000_000_000n })
  const body = { model: 'dear', input_text: 'hi', max_tokens: 1 }
  const submit = () => poor.client.call(endpoints.runModel, { body }, { headers: { 'idempotency-key': 'c' } })
  await expect(submit()).rejects.toMatchObject({ status: 402 })
  await place.grant(poor.user_id, 2_000_000_000_000n)
  expect(await submit()).toMatchObject({ status: 'queued' })
})

test('a repetition is answered also when no host is left, and a day later it is a new request', async () => {
  const first = await run('d')
  clock.advance(1_000_000)
  expect(await run('d')).toEqual(first)
  clock.advance(86_400_000)
  await place.host()
  expect((await run('d')).job_id).not.toBe(first.job_id)
})

test('a key that is no key is refused', async () => {
  await expect(run('x'.repeat(256))).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
})
