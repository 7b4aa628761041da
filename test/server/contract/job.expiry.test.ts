import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { read } from './reader.ts'
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
  host = await place.host()
})
afterEach(async () => {
  expect(await place.audit()).toMatchObject({ faults: [], sum_nano: 0n })
  await place.stop()
})

const submit = async (more: { max_price_per_token?: bigint } = {}) =>
  (await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', ...more } })).job_id
const describeJob = (job_id: string) => buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
const expired = (job_id: string) => until(async () => (await describeJob(job_id)).error === 'expired', 'expiry')

test('a job that no active host may run fails as expired after 10 minutes, and everything is released', async () => {
  const { credits } = await buyer.client.call(endpoints.me, {})
  const job_id = await submit({ max_price_per_token: 5n })
  const reader = await read(place.url, job_id, buyer.authorization)
  await pass(clock, 9 * MINUTE_MS + 30_000, () => host.heartbeat())
  expect((await describeJob(job_id)).status).toBe('queued')
  await pass(clock, MINUTE_MS, () => host.heartbeat())
  await expired(job_id)
  expect((await reader.end()).replace(/^:.*\n\n/gm, '')).toBe(
    'event: error\ndata: {"error":"expired"}\n\ndata: [DONE]\n\n',
  )
  expect(await describeJob(job_id)).toMatchObject({ status: 'failed', credits_used: 0n, host_id: null, attempts: 0 })
  expect((await buyer.client.call(endpoints.me, {})).credits).toBe(credits)
  expect((await place.connect().call(endpoints.health, {})).queued_jobs).toBe(0)
})

test('only the time without an eligible host counts, in all', async () => {
  const job_id = await submit()
  await pass(clock, 20 * MINUTE_MS, () => host.heartbeat())
  expect((await describeJob(job_id)).status).toBe('queued')
  await pass(clock, 7 * MINUTE_MS)
  await host.heartbeat()
  await pass(clock, 5 * MINUTE_MS, () => host.heartbeat())
  expect((await describeJob(job_id)).status).toBe('queued')
  await pass(clock, 6 * MINUTE_MS)
  await expired(job_id)
})

test('an excluded host is not eligible: one whose engine is always away holds a job for 10 minutes, not for ever', async () => {
  const job_id = await submit()
  let tries = 0
  for (; (await describeJob(job_id)).status === 'queued' && tries < 20; tries++) {
    expect(await host.next()).toMatchObject({ job_id })
    await host.results([{ job_id, error: { code: 'engine_unreachable', message: 'cannot reach it', retryable: true } }])
    await pass(clock, MINUTE_MS + 5000, () => host.heartbeat())
  }
  await expired(job_id)
  expect(tries).toBeGreaterThanOrEqual(9)
  expect(tries).toBeLessThan(16)
  expect(await describeJob(job_id)).toMatchObject({ attempts: tries, error_message: null, waiting_for: null })
})

test('a wall clock that is set back lets no job expire of which a host failed an attempt before', async () => {
  const job_id = await submit()
  await host.next()
  await host.results([{ job_id, error: { code: 'engine_unreachable', message: 'cannot reach it', retryable: true } }])
  clock.jump(-60 * MINUTE_MS)
  await pass(clock, 15 * MINUTE_MS, () => host.heartbeat())
  expect((await describeJob(job_id)).status).toBe('queued')
})

test('a job that waits for its turn fails as expired after 24 hours', async () => {
  const job_id = await submit()
  clock.advance(24 * 60 * MINUTE_MS - 30_000)
  await host.heartbeat()
  await pass(clock, 15_000)
  expect((await describeJob(job_id)).status).toBe('queued')
  await pass(clock, 45_000)
  await expired(job_id)
})

test('a clock that someone sets expires nothing', async () => {
  const job_id = await submit()
  clock.jump(48 * 60 * MINUTE_MS)
  await pass(clock, MINUTE_MS, () => host.heartbeat())
  expect((await describeJob(job_id)).status).toBe('queued')
})

test('a running job does not expire as long as its host works', async () => {
  const job_id = await submit()
  await host.next()
  await pass(clock, 12 * MINUTE_MS, () => Promise.all([host.heartbeat(), host.results([{ job_id, working: true }])]))
  expect((await describeJob(job_id)).status).toBe('running')
})
