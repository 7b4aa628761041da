import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { ask, expectError } from './ask.ts'
import { pass, until } from './until.ts'

const MINUTE_MS = 60_000
let place: Marketplace
let buyer: TestUser
let clock: ManualClock
let host: TestHost
beforeEach(async () => {
  clock = new ManualClock()
  place = await startMarketplace({ clock })
  buyer = await place.user()
  host = await place.host({ price: 7n, max_tokens: 64 })
})
afterEach(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const listed = async () => (await place.connect().call(endpoints.hosts, {})).hosts
const models = async () => (await place.connect().call(endpoints.models, {})).models
const run = (more: object = {}) =>
  ask(place.url, 'POST /run/model', {
    as: buyer.authorization,
    json: { model: 'm', input_text: 'x', max_tokens: 5, ...more },
  })
const jobOf = (answer: { body: unknown }) => (answer.body as { job_id: string }).job_id
const describeJob = (job_id: string) => buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
const silence = async () => {
  await pass(clock, 95_000)
  await until(async () => (await listed()).every(({ status }) => status === 'inactive'))
}

test('90 s without a heartbeat make a host inactive: it gets no jobs until the next one', async () => {
  await pass(clock, 85_000)
  expect(await listed()).toMatchObject([{ status: 'active' }])
  await pass(clock, 10_000)
  await until(async () => (await listed())[0]?.status === 'inactive')
  expect(await models()).toEqual([{ name: 'm', available_hosts: 0, min_price_per_token: 7n, max_tokens: 64 }])
  expect((await place.connect().call(endpoints.health, {})).active_hosts).toBe(0)
  const job_id = jobOf(await run())
  expect(await host.next()).toBeNull()
  expect((await describeJob(job_id)).status).toBe('queued')
  await host.heartbeat()
  expect(await listed()).toMatchObject([{ status: 'active' }])
  expect((await host.next())?.job_id).toBe(job_id)
})

test('a heartbeat every 30 s keeps a host active', async () => {
  for (let n = 0; n < 6; n++) {
    await pass(clock, 30_000)
    await host.heartbeat()
  }
  expect(await listed()).toMatchObject([{ status: 'active' }])
})

test('polls and results are no heartbeats', async () => {
  const job_id = jobOf(await run())
  await host.next()
  for (let n = 0; n < 4; n++) {
    await pass(clock, 25_000)
    await host.next()
    await host.results([{ job_id }])
  }
  await until(async () => (await listed())[0]?.status === 'inactive')
  expect(await host.results([{ job_id, tokens: ['x'], finish_reason: 'stop' }])).toMatchObject([{ state: 'completed' }])
})

test('a heartbeat wakes the poll that an inactive host has waiting', async () => {
  await silence()
  const job_id = jobOf(await run())
  const poll = host.next(30)
  await until(() => place.market.waiting.ofHost(host.host_id).length === 1)
  await host.heartbeat()
  expect((await poll)?.job_id).toBe(job_id)
})

test('without an active host a model is quoted for 5 minutes from its last prices, then 503 with Retry-After', async () => {
  await silence()
  const quoted = await run()
  expect([quoted.status, (quoted.body as { credits_reserved: number }).credits_reserved]).toEqual([202, 35e-9])
  await pass(clock, 5 * MINUTE_MS - 10_000)
  expect((await run()).status).toBe(202)
  await pass(clock, 10_000)
  const refused = await run()
  expectError(refused, 503, 'no_host_available')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expectError(await run({ model: 'never seen' }), 404, 'model_not_found')
  await host.heartbeat()
  expect((await run()).status).toBe(202)
})

test('an inactive host is listed for a day, its model with it; then both are gone until it comes back', async () => {
  await silence()
  clock.advance(86_400_000 - 100_000)
  expect((await listed()).map(({ host_id }) => host_id)).toEqual([host.host_id])
  clock.advance(100_000)
  expect([await listed(), await models()]).toEqual([[], []])
  expectError(await run(), 503, 'no_host_available')
  await host.heartbeat()
  expect(await listed()).toMatchObject([{ host_id: host.host_id, status: 'active', models: ['m'] }])
})

test('price, max_tokens and the default of max_tokens are those of active hosts while there is one', async () => {
  await place.host({ price: 3n, max_tokens: 100 })
  await pass(clock, 95_000, () => host.heartbeat())
  await until(async () => (await models())[0]?.available_hosts === 1)
  expect(await models()).toEqual([{ name: 'm', available_hosts: 1, min_price_per_token: 7n, max_tokens: 64 }])
  expect((await run({ max_tokens: undefined })).text).toContain('"credits_reserved":0.000000448,')
  expectError(await run({ max_tokens: 65 }), 400, 'invalid_request')
})

test('the default of max_tokens is what an active host can do, not what one that left the model could', async () => {
  const left = await place.host({ price: 7n, models: ['m', 'other'], max_tokens: 4096 })
  await left.heartbeat(['other'])
  expect((await models()).find(({ name }) => name === 'm')?.max_tokens).toBe(64)
  const answer = await run({ max_tokens: undefined })
  expect([answer.status, answer.text]).toEqual([202, expect.stringContaining('"credits_reserved":0.000000448')])
})
