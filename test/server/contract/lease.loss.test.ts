import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { read, wholeStream } from './reader.ts'
import { pass, until } from './until.ts'

let place: Marketplace
let buyer: TestUser
let clock: ManualClock
let hosts: TestHost[]
beforeEach(async () => {
  clock = new ManualClock()
  place = await startMarketplace({ clock })
  buyer = await place.user()
  hosts = [await place.host(), await place.host(), await place.host(), await place.host()]
})
afterEach(async () => {
  expect(await place.audit()).toMatchObject({ faults: [], sum_nano: 0n })
  await place.stop()
})

const host = (n: number) => hosts[n] as TestHost
const submit = async () =>
  (await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 9 } })).job_id
const describeJob = (job_id: string) => buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
const reaches = (job_id: string, status: string) =>
  until(async () => (await describeJob(job_id)).status === status, status)
const credits = async () => (await buyer.client.call(endpoints.me, {})).credits
/** Time passes; all hosts send their heartbeats. */
const beating = (ms: number) => pass(clock, ms, () => Promise.all(hosts.map((one) => one.heartbeat())))

test('a host that does not name its job for 90 s loses it to another host, and does not get it again', async () => {
  const job_id = await submit()
  await host(0).next()
  await beating(85_000)
  expect((await describeJob(job_id)).status).toBe('running')
  await beating(10_000)
  await reaches(job_id, 'queued')
  expect(await host(0).results([{ job_id, tokens: ['late'] }])).toMatchObject([{ state: 'lost' }])
  expect(await host(0).next()).toBeNull()
  expect(await host(1).next(0)).toMatchObject({ job_id, attempt: 2 })
  const reader = await read(place.url, job_id, buyer.authorization)
  await host(1).results([{ job_id, tokens: ['good'], finish_reason: 'stop' }])
  expect(await reader.end()).toBe(wholeStream(2, ['good']))
  expect(await describeJob(job_id)).toMatchObject({ attempts: 2, host_id: host(1).host_id, output_text: 'good' })
})

test('naming the job, also without tokens, keeps it; heartbeats and polls do not', async () => {
  const [kept, lost] = [await submit(), await submit()]
  await host(0).next()
  await host(1).next()
  for (let n = 0; n < 2; n++) {
    await beating(40_000)
    await host(0).results([{ job_id: kept }])
    await host(1).next()
  }
  await beating(25_000)
  expect((await describeJob(kept)).status).toBe('running')
  expect((await describeJob(lost)).status).not.toBe('running')
})

test('a job of which a reader was sent a piece fails as host_lost, free', async () => {
  const before = await credits()
  const job_id = await submit()
  const reader = await read(place.url, job_id, buyer.authorization)
  await host(0).next()
  await host(0).results([{ job_id, tokens: ['seen'] }])
  await reader.has('seen')
  await beating(95_000)
  await reaches(job_id, 'failed')
  expect(await reader.end()).toMatch(
    /^id: 1\.0\n.*\n\nevent: error\ndata: \{"error":"host_lost"\}\n\ndata: \[DONE\]\n\n$/s,
  )
  expect(await describeJob(job_id)).toMatchObject({ error: 'host_lost', credits_used: 0n, output_text: 'seen' })
  expect([await credits(), await host(1).next()]).toEqual([before, null])
})

test('three failed attempts end a job with the last code, free', async () => {
  const before = await credits()
  const job_id = await submit()
  for (const [n, code] of ['first', 'second', 'third'].entries()) {
    expect(await host(n).next(0)).toMatchObject({ job_id, attempt: n + 1 })
    const [answer] = await host(n).results([{ job_id, error: { code, retryable: true } }])
    expect(answer?.state).toBe(n < 2 ? 'lost' : 'failed')
  }
  expect(await describeJob(job_id)).toMatchObject({ status: 'failed', error: 'third', attempts: 3, credits_used: 0n })
  expect([await credits(), await host(3).next()]).toEqual([before, null])
})

test('an error that is not retryable ends the job at once', async () => {
  const job_id = await submit()
  await host(0).next()
  expect(await host(0).results([{ job_id, error: { code: 'bad_prompt' } }])).toMatchObject([{ state: 'failed' }])
  expect(await describeJob(job_id)).toMatchObject({ status: 'failed', error: 'bad_prompt' })
})

test('a hand-back is no failed attempt and excludes nobody', async () => {
  const job_id = await submit()
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(await host(0).next(0)).toMatchObject({ job_id, attempt })
    await host(0).results([{ job_id, error: { code: 'handed_back', retryable: attempt % 2 === 0 } }])
    expect((await describeJob(job_id)).status).toBe('queued')
  }
  const me = await host(0).client.call(endpoints.hostMe, {})
  expect(me).toMatchObject({ total_jobs_failed: 0, running_jobs: [], why_no_jobs: { excluded_after_failure: 0 } })
  await host(0).next()
  await host(0).results([{ job_id, tokens: ['a'], finish_reason: 'stop' }])
  expect(await describeJob(job_id)).toMatchObject({ status: 'completed', attempts: 4 })
})

test('a hand-back after a piece was seen fails the job', async () => {
  const job_id = await submit()
  const reader = await read(place.url, job_id, buyer.authorization)
  await host(0).next()
  await host(0).results([{ job_id, tokens: ['seen'] }])
  await reader.has('seen')
  await host(0).results([{ job_id, offset: 1, error: { code: 'handed_back' } }])
  expect(await describeJob(job_id)).toMatchObject({ status: 'failed', error: 'host_lost', credits_used: 0n })
})

test('a poll that waits elsewhere gets a lost job at once', async () => {
  const job_id = await submit()
  await host(0).next()
  const waiting = host(1).next(30)
  await until(() => place.market.waiting.ofHost(host(1).host_id).length === 1)
  await host(0).results([{ job_id, error: { code: 'broken', retryable: true } }])
  expect(await waiting).toMatchObject({ job_id, attempt: 2 })
})

test('a poll whose caller left claims nothing', async () => {
  const leaving = new AbortController()
  const body = { host_id: host(0).host_id, wait_seconds: 30 }
  const gone = host(0)
    .client.call(endpoints.nextJob, { body }, { signal: leaving.signal })
    .catch(() => 'gone')
  await until(() => place.market.waiting.ofHost(host(0).host_id).length === 1)
  leaving.abort()
  expect(await gone).toBe('gone')
  await until(() => place.market.waiting.ofHost(host(0).host_id).length === 0)
  const job_id = await submit()
  expect((await describeJob(job_id)).attempts).toBe(0)
  expect((await host(1).next())?.job_id).toBe(job_id)
})
