import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Trust } from '../../../server/src/trust.ts'
import { pass } from '../contract/until.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { prove } from './paid-jobs.ts'

let place: Marketplace
let clock: ManualClock
let buyer: TestUser
let holder: TestHost
beforeEach(() => open('strangers'))
async function open(trust: Trust): Promise<void> {
  clock = new ManualClock()
  place = await startMarketplace({ clock, signupCredits: 1_000_000, trust })
  buyer = await place.user()
  holder = await place.host({ price: 0n, max_tokens: 1_000_000 })
}
afterEach(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const submit = async (max_tokens = 100) =>
  (await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens } })).job_id
const look = (job_id: string) => buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
/** What a holder does: its heartbeat names what it keeps, and nothing is ever delivered. */
const keep = (host: TestHost, running_jobs: string[]) =>
  host.client.call(endpoints.heartbeatHost, {
    body: { host_id: host.host_id, gpu_utilization: 0, available_models: ['m'], running_jobs },
  })
/** Time passes in steps that are shorter than a lease. */
async function live(ms: number, act: () => Promise<unknown>): Promise<void> {
  for (let left = ms; left > 0; left -= 30_000) {
    await pass(clock, Math.min(30_000, left))
    await act()
  }
}

// Before: after 150 s every job was still running with the holder, and so it stayed.
test('a host that claims jobs and gives nothing loses them after 120 s, however it names them', async () => {
  const honest = await place.host()
  const jobs = await Promise.all([1, 2].map(() => submit()))
  for (const _ of jobs) expect(await holder.next(0)).not.toBeNull()
  await live(110_000, () => keep(holder, jobs))
  expect((await look(jobs[0] as string)).status).toBe('running')
  await live(40_000, () => Promise.all([keep(holder, jobs), honest.heartbeat()]))
  for (const job_id of jobs) {
    expect(await look(job_id)).toMatchObject({ status: 'queued' })
    expect(await honest.next(0)).not.toBeNull()
    await honest.results([{ job_id, tokens: ['a'], finish_reason: 'stop' }])
    expect(await look(job_id)).toMatchObject({ status: 'completed', attempts: 2 })
  }
  expect(await holder.client.call(endpoints.hostMe, {})).toMatchObject({ total_jobs_failed: 2 })
})

test('a host that stops after a piece loses the job after 60 s; pieces without text are none', async () => {
  const job_id = await submit()
  await holder.next(0)
  await holder.results([{ job_id, tokens: ['a'] }])
  let offset = 1
  const empty = async () => {
    await holder.results([{ job_id, offset: offset++, tokens: [''] }])
  }
  await live(30_000, empty)
  expect((await look(job_id)).status).toBe('running')
  await live(40_000, empty)
  expect(await look(job_id)).toMatchObject({ status: 'queued' })
})

test('a host that gives a piece now and then loses the job when two tokens a second would have been its end', async () => {
  const job_id = await submit(100)
  await holder.next(0)
  let offset = 0
  const drip = async () => {
    await holder.results([{ job_id, offset: offset++, tokens: ['a'] }])
  }
  await live(160_000, drip)
  expect((await look(job_id)).status).toBe('running')
  await live(30_000, drip)
  expect(await look(job_id)).toMatchObject({ status: 'queued' })
})

test("one's own slow engine keeps its job: it says how long it needs, and that it works", async () => {
  await place.stop()
  await open('own')
  const { host_id } = holder
  const said = { gpu_utilization: 0, available_models: ['m'], first_piece_seconds: 400, concurrency: 1 }
  await holder.client.call(endpoints.heartbeatHost, { body: { host_id, ...said } })
  const job_id = await submit(3)
  const body = { host_id, wait_seconds: 0, deadlines: true }
  expect(await holder.client.call(endpoints.nextJob, { body })).toMatchObject({
    deadlines: { first_piece_seconds: 400, next_piece_seconds: 60, end_seconds: 415, working_counts: true },
  })
  await live(330_000, () => keep(holder, [job_id]))
  await holder.results([{ job_id, tokens: ['a'] }])
  await live(60_000, () => holder.results([{ job_id, offset: 1, working: true }]))
  expect((await look(job_id)).status).toBe('running')
  const me = await holder.client.call(endpoints.hostMe, {})
  expect(me).toMatchObject({ deadlines: { first_piece_seconds: 400, next_piece_seconds: 60, seconds_per_token: 5 } })
  await live(60_000, () => keep(holder, [job_id]))
  expect((await look(job_id)).status).not.toBe('running')
})

test('a model may need longer than the host’s others, which are given no more for it', async () => {
  const slow = await place.host()
  await prove(place, [slow])
  const { host_id } = slow
  const said = { gpu_utilization: 0, available_models: ['m'], first_piece_seconds: 150 }
  const beat = (model_patience?: object) =>
    slow.client.call(endpoints.heartbeatHost, {
      body: { host_id, ...said, ...(model_patience ? { model_patience } : {}) } as never,
    })
  await beat({ m: { first_piece_seconds: 400 }, other: { first_piece_seconds: 9000 } })
  await beat()
  expect((await slow.client.call(endpoints.hostMe, {})).deadlines).toMatchObject({
    first_piece_seconds: 150,
    models: { m: { first_piece_seconds: 400, next_piece_seconds: 60 }, other: { first_piece_seconds: 600 } },
  })
  await submit(100)
  const body = { host_id, wait_seconds: 0, deadlines: true }
  const next = () => slow.client.call(endpoints.nextJob, { body })
  expect(await next()).toMatchObject({ deadlines: { first_piece_seconds: 400, end_seconds: 450 } })
  await beat({})
  await submit(100)
  expect(await next()).toMatchObject({ deadlines: { first_piece_seconds: 150 } })
})

test('a stranger whom others paid may say that its engine needs long to begin, up to a bound, and that it works is no piece', async () => {
  const slow = await place.host({ max_tokens: 1_000_000 })
  const { host_id } = slow
  const said = { gpu_utilization: 0, available_models: ['m'], first_piece_seconds: 9000, next_piece_seconds: 9000 }
  await slow.client.call(endpoints.heartbeatHost, { body: { host_id, ...said } })
  const body = { host_id, wait_seconds: 0, deadlines: true }
  await submit(100)
  expect(await slow.client.call(endpoints.nextJob, { body })).toMatchObject({ deadlines: { first_piece_seconds: 120 } })
  await prove(place, [slow])
  const job_id = await submit(100)
  expect(await slow.client.call(endpoints.nextJob, { body })).toMatchObject({
    deadlines: { first_piece_seconds: 600, next_piece_seconds: 60, end_seconds: 650, working_counts: false },
  })
  const work = () => slow.results([{ job_id, working: true }])
  await live(570_000, work)
  expect((await look(job_id)).status).toBe('running')
  await live(60_000, work)
  expect((await look(job_id)).status).not.toBe('running')
})
