import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { ask } from './ask.ts'
import { read, wholeStream } from './reader.ts'
import { pass, until } from './until.ts'

let folder: string
let clock: ManualClock
let place: Marketplace
let buyer: TestUser
let host: TestHost
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-restart-'))
  clock = new ManualClock()
  place = await startMarketplace({ clock, location: { sqlite: join(folder, 'mkt.db') } })
  buyer = await place.user()
  host = await place.host({ price: 5n })
})
afterEach(async () => {
  expect(await place.audit()).toMatchObject({ faults: [], sum_nano: 0n })
  await place.stop()
  rmSync(folder, { recursive: true, force: true })
})

const restart = async (away_ms = 0) => {
  const { location } = place
  await place.stop()
  clock = new ManualClock(clock.now() + away_ms)
  place = await startMarketplace({ clock, location })
}
const client = (as: string) => createClient({ baseUrl: place.url, authorization: () => as })
const submit = async () =>
  (await client(buyer.authorization).call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })).job_id
const describeJob = (job_id: string) =>
  client(buyer.authorization).call(endpoints.getJob, { params: { job_id }, query: {} })
const hostSays = async (path: string, more: object) => {
  const json = { host_id: host.host_id, ...more }
  return (await ask(place.url, `POST ${path}`, { as: `Bearer ${host.api_key}`, json })).body as { results: object[] }
}
const results = async (result: object) => (await hostSays('/hosts/results', { results: [result] })).results[0]
const reading = (job_id: string, last?: string) => read(place.url, job_id, buyer.authorization, last)

test('a running attempt goes on: the host resends from 0, readers resume without a piece lost or doubled', async () => {
  const job_id = await submit()
  await host.next()
  await results({ job_id, tokens: ['a', 'b', 'c'] })
  const before = await reading(job_id)
  await before.has('1.2')
  await restart()
  expect(before.text()).not.toContain('[DONE]')
  expect(await describeJob(job_id)).toMatchObject({ status: 'running', attempts: 1, host_id: host.host_id })

  const resumed = await reading(job_id, '1.2')
  const again = await reading(job_id)
  expect(await results({ job_id, offset: 3, tokens: ['d'], finish_reason: 'stop' })).toEqual({
    job_id,
    state: 'running',
    next_offset: 0,
  })
  await results({ job_id, offset: 0, tokens: ['a', 'b', 'c'] })
  expect(await results({ job_id, offset: 3, tokens: ['d'], finish_reason: 'stop' })).toMatchObject({
    state: 'completed',
    next_offset: 4,
  })
  expect(before.text() + (await resumed.end())).toBe(wholeStream(1, ['a', 'b', 'c', 'd']))
  expect(await again.end()).toBe(wholeStream(1, ['a', 'b', 'c', 'd']))
  expect(await describeJob(job_id)).toMatchObject({ output_text: 'abcd', credits_used: 20n })
})

test('an attempt of before a restart counts as seen: lost, it fails and does not run again', async () => {
  const job_id = await submit()
  await host.next()
  await restart()
  await pass(clock, 85_000)
  expect((await describeJob(job_id)).status).toBe('running')
  await pass(clock, 10_000)
  await until(async () => (await describeJob(job_id)).status === 'failed')
  expect(await describeJob(job_id)).toMatchObject({ error: 'host_lost', credits_used: 0n })
})

const away = (job_id: string, offset = 0) =>
  results({ job_id, offset, tokens: [], error: { code: 'engine_unreachable', message: 'restarting', retryable: true } })

test('an engine that is started again together with the server costs a job no attempt, while nothing of it was sent', async () => {
  const job_id = await submit()
  // As often as a job may fail, and once more: none of them counts.
  for (let attempts = 1; attempts <= 4; attempts++) {
    expect(await hostSays('/hosts/next-job', {})).toMatchObject({ job_id })
    await restart()
    expect(await away(job_id)).toMatchObject({ state: 'lost' })
    expect(await describeJob(job_id)).toMatchObject({ status: 'queued', attempts, credits_used: 0n })
    clock.advance(60_000)
    await hostSays('/hosts/heartbeat', { gpu_utilization: 0, available_models: ['m'] })
  }
  await hostSays('/hosts/next-job', {})
  await results({ job_id, tokens: ['a'], finish_reason: 'stop' })
  expect(await describeJob(job_id)).toMatchObject({ status: 'completed', output_text: 'a', attempts: 5 })
})

test('a host that had sent something of it, or that a stranger runs, is not believed: the job fails, free', async () => {
  const sent = await submit()
  await host.next()
  await results({ job_id: sent, tokens: ['a', 'b'] })
  await restart()
  await away(sent, 2)
  const { location } = place
  const unsent = await submit()
  await hostSays('/hosts/next-job', {})
  await place.stop()
  place = await startMarketplace({ clock, location, trust: 'strangers' })
  await away(unsent)
  for (const job_id of [sent, unsent])
    expect(await describeJob(job_id)).toMatchObject({ status: 'failed', error: 'engine_unreachable', credits_used: 0n })
})

test('an outage of an hour makes no host inactive, loses no lease and expires no job', async () => {
  const running = await submit()
  await host.next()
  const queued = await submit()
  await restart(3_600_000)
  await pass(clock, 60_000)
  const { hosts } = await place.connect().call(endpoints.hosts, {})
  expect(hosts).toMatchObject([{ status: 'active' }])
  expect([(await describeJob(running)).status, (await describeJob(queued)).status]).toEqual(['running', 'queued'])
  await pass(clock, 35_000)
  await until(async () => (await place.connect().call(endpoints.hosts, {})).hosts[0]?.status === 'inactive')
})

test('accounts, tokens, keys, the queue, its order and the ends of jobs are still there', async () => {
  const done = await submit()
  await host.next()
  const end = { job_id: done, tokens: ['x'], finish_reason: 'stop' }
  const answer = await results(end)
  const waiting = [await submit(), await submit(), await submit()]
  await client(buyer.authorization).call(endpoints.cancelJob, { params: { job_id: waiting[1] as string } })
  const me = await client(buyer.authorization).call(endpoints.me, {})
  await restart()
  expect(await results(end)).toEqual(answer)
  expect(await (await reading(done)).end()).toBe(wholeStream(1, ['x']))
  expect(await client(buyer.authorization).call(endpoints.me, {})).toEqual(me)
  expect(await hostSays('/hosts/next-job', {})).toMatchObject({ job_id: waiting[0] })
  expect(await hostSays('/hosts/next-job', {})).toMatchObject({ job_id: waiting[2] })
  expect(await hostSays('/hosts/next-job', {})).toBeUndefined()
})

test('a poll that waits when the server stops has claimed nothing', async () => {
  const poll = host.next(30).catch(() => 'no answer')
  await until(() => place.market.waiting.ofHost(host.host_id).length === 1)
  await restart()
  expect([null, 'no answer']).toContain(await poll)
  const job_id = await submit()
  expect(await hostSays('/hosts/next-job', { wait_seconds: 0 })).toMatchObject({ job_id, attempt: 1 })
})
