import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { purgeTexts } from '../../../server/src/market/retention/purge.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
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
  host = await place.host({ price: 2_000_000n, max_tokens: 100, owner: buyer.authorization })
})
afterEach(async () => {
  expect(await place.audit()).toMatchObject({ faults: [], sum_nano: 0n })
  await place.stop()
})

const submit = async (more: object = {}, by = buyer) =>
  (await by.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 10, ...more } })).job_id
const look = (job_id: string, by = buyer) => by.client.call(endpoints.getJob, { params: { job_id }, query: {} })
const waits = async (job_id: string) => (await look(job_id)).waiting_for
const change = (body: object, of = host) => of.client.call(endpoints.changeHost, { body })
const in_ms = (ms: number) => new Date(clock.now() + ms).toISOString()
const fails = (job_id: string, error: object, tokens: string[] = []) =>
  host.results([
    { job_id, tokens },
    { job_id, error: { message: '', retryable: true, ...error } },
  ])

test('a job in line says how many are before it, and has a day', async () => {
  const other = await place.user()
  await submit({}, other)
  const [first, second] = [await submit(), await submit()]
  expect(await look(first)).toMatchObject({
    waiting_for: 'its turn: 1 job is ahead of it',
    waiting_until: in_ms(24 * 60 * MINUTE_MS),
  })
  expect(await waits(second)).toBe('its turn: 2 jobs are ahead of it')
  await host.next()
  await host.next()
  expect(await waits(second)).toBe('a host to be free: it is next in line')
  await host.next()
  expect(await look(second)).toMatchObject({ status: 'running', waiting_for: null, waiting_until: null })
})

test('a price below every host says so at once, with what the cheapest asks and until when it waits', async () => {
  await place.host({ price: 3_000_000n })
  const job_id = await submit({ max_price_per_token: 1_000_000n })
  expect(await look(job_id)).toMatchObject({
    waiting_for: 'a price of at most 0.001; the cheapest host asks 0.002',
    waiting_until: in_ms(10 * MINUTE_MS),
  })
  // What it has waited so far is not given to it anew.
  await pass(clock, 4 * MINUTE_MS, () => host.heartbeat())
  expect((await look(job_id)).waiting_until).toBe(in_ms(6 * MINUTE_MS))
  await change({ price_per_token: 1_000_000n })
  expect(await look(job_id)).toMatchObject({ waiting_for: 'a host to be free: it is next in line' })
})

test('what hosts lack is said as they come, go and change', async () => {
  const job_id = await submit()
  await change({ paused: true })
  expect(await waits(job_id)).toBe('a host: every active one that offers "m" is paused by its owner')
  await change({ paused: false, models: ['other'] })
  expect(await waits(job_id)).toBe('a host: none offers "m" at present')
  await change({ models: ['m'] })
  await host.heartbeat(['m'])
  expect(await waits(job_id)).toBe('a host to be free: it is next in line')
  await change({ model_max_tokens: { m: 9 } })
  expect(await waits(job_id)).toBe('a host with max_tokens of at least 10; the most that an active one generates is 9')
  await host.heartbeat([])
  expect(await waits(job_id)).toBe('a host: none offers "m" at present')
  await host.heartbeat()
  await pass(clock, 95_000)
  await until(async () => (await waits(job_id)) === 'a host: none that offers "m" is active')
})

test("a job for one's own host speaks of that host, whatever others could do", async () => {
  await place.host({ price: 1n })
  const { host_id } = host
  const job_id = await submit({ host_id })
  expect(await waits(job_id)).toBe(`${host_id} to be free: it is next in line`)
  await change({ price_per_token: 5_000_000n })
  expect(await waits(job_id)).toBe(`a price of at most 0.002; ${host_id} asks 0.005`)
  await change({ price_per_token: 1_000_000n, model_max_tokens: { m: 7 } })
  expect(await waits(job_id)).toBe(`${host_id} to take max_tokens of 10; the most that it generates is 7`)
  await change({ paused: true })
  expect(await waits(job_id)).toBe(`${host_id} to be resumed: its owner has paused it`)
  await change({ paused: false, models: ['other'] })
  expect(await waits(job_id)).toBe(`${host_id} to offer "m": it does not at present`)
})

test("an engine's restart costs a job nothing: its host gets it again, as often as it takes", async () => {
  const job_id = await submit()
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await host.next(0)).toMatchObject({ job_id, attempt })
    await fails(job_id, { code: 'engine_unreachable' })
    expect(await look(job_id)).toMatchObject({
      status: 'queued',
      waiting_for: `${host.host_id} to come back after a failed attempt, at ${in_ms(MINUTE_MS)}`,
    })
    expect(await host.next()).toBeNull()
    expect(await host.client.call(endpoints.hostMe, {})).toMatchObject({
      total_jobs_failed: attempt,
      why_no_jobs: { excluded_after_failure: 1 },
    })
    await pass(clock, MINUTE_MS, () => host.heartbeat())
    expect((await host.client.call(endpoints.hostMe, {})).why_no_jobs.excluded_after_failure).toBe(0)
  }
  expect(await host.next(0)).toMatchObject({ job_id, attempt: 6 })
  await host.results([{ job_id, tokens: ['up'], finish_reason: 'stop' }])
  expect(await look(job_id)).toMatchObject({ status: 'completed', output_text: 'up', attempts: 6 })
})

test('a wall clock that is set back excludes no host until it has caught up', async () => {
  const job_id = await submit()
  await host.next(0)
  await fails(job_id, { code: 'engine_unreachable' })
  clock.jump(-60 * MINUTE_MS)
  await host.heartbeat()
  expect(await look(job_id)).toMatchObject({
    waiting_for: 'a host to be free: it is next in line',
    waiting_until: in_ms(25 * 60 * MINUTE_MS),
  })
  expect((await host.client.call(endpoints.hostMe, {})).why_no_jobs.excluded_after_failure).toBe(0)
  expect(await host.next(0)).toMatchObject({ job_id, attempt: 2 })
  // Where it fails again it is excluded as ever, by the time that is now.
  await fails(job_id, { code: 'engine_unreachable' })
  expect(await host.next()).toBeNull()
  await pass(clock, MINUTE_MS, () => host.heartbeat())
  expect(await host.next(0)).toMatchObject({ job_id, attempt: 3 })
})

test('while one host is excluded another gets the job', async () => {
  const job_id = await submit()
  const other = await place.host({ price: 2_000_000n })
  await host.next(0)
  await fails(job_id, { code: 'engine_unreachable' })
  expect(await waits(job_id)).toBe('a host to be free: it is next in line')
  expect(await other.next(0)).toMatchObject({ job_id, attempt: 2 })
})

test('the word for an engine that is away excuses nothing behind a piece: three such attempts are all', async () => {
  const job_id = await submit()
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(await host.next(0)).toMatchObject({ job_id, attempt })
    await fails(job_id, { code: 'engine_unreachable', message: 'it went away' }, ['a'])
    await pass(clock, MINUTE_MS + 1000, () => host.heartbeat())
  }
  expect(await look(job_id)).toMatchObject({
    status: 'failed',
    error: 'engine_unreachable',
    error_message: 'it went away',
  })
})

test('what a host says of its failure is told in one clean line, and erased with the texts', async () => {
  const job_id = await submit()
  await host.next(0)
  const message = `\u001b[2Jout of\n\n memory \u202e\u0000${'x'.repeat(1000)}`
  await fails(job_id, { code: 'engine_error', message, retryable: false })
  const told = (await look(job_id)).error_message ?? ''
  expect(told).toMatch(/^\[2Jout of memory x+…$/)
  expect([...told]).toHaveLength(500)
  await purgeTexts(place.database, clock.now() + 1)
  expect(await look(job_id)).toMatchObject({ error: 'engine_error', error_message: null, input_text: '' })
})

test('our own reasons carry no words of a host', async () => {
  const cancelled = await submit()
  await host.next(0)
  await fails(cancelled, { code: 'engine_error', message: 'first try' })
  await buyer.client.call(endpoints.cancelJob, { params: { job_id: cancelled } })
  expect(await look(cancelled)).toMatchObject({ error: 'cancelled', error_message: null })
  const said = await submit()
  await host.next(0)
  await fails(said, { code: 'cancelled', message: 'the buyer did it', retryable: false })
  expect(await look(said)).toMatchObject({ error: 'host_error', error_message: 'the buyer did it' })
  const silent = await submit()
  await host.next(0)
  await fails(silent, { code: 'engine_error', message: ' \n', retryable: false })
  expect(await look(silent)).toMatchObject({ error: 'engine_error', error_message: null })
})

test('a model that hosts have left is not called one that nobody ever offered', async () => {
  await change({ models: ['other'] })
  await expect(submit()).rejects.toMatchObject({
    status: 503,
    code: 'no_host_available',
    message: 'No host offers "m" any more; try again later.',
  })
  await expect(submit({ model: 'never' })).rejects.toMatchObject({
    status: 404,
    code: 'model_not_found',
    message: 'No host offers a model "never"; GET /models lists those on offer.',
  })
})
