import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { ask, expectError } from './ask.ts'
import { settled, until } from './until.ts'

let place: Marketplace
let clock: ManualClock
let buyer: TestUser
let host: TestHost
beforeEach(async () => {
  clock = new ManualClock()
  place = await startMarketplace({ clock })
  buyer = await place.user()
  host = await place.host()
})
afterEach(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const submit = async () =>
  (await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 5 } })).job_id
const parked = (of: TestHost, polls = 1) =>
  until(() => place.market.waiting.ofHost(of.host_id).length === polls, 'the poll')
/** A promise with what it came to, to ask whether it has ended. */
const watched = <T>(promise: Promise<T>) => {
  const state: { value?: T; ended: boolean; promise: Promise<T> } = { ended: false, promise }
  promise.then((value) => Object.assign(state, { value, ended: true }))
  return state
}

test('next-job with wait_seconds is answered at once by a new job', async () => {
  const poll = host.next(30)
  await parked(host)
  const job_id = await submit()
  expect(await poll).toMatchObject({ job_id, attempt: 1 })
})

test('next-job with wait_seconds is 204 when the time is up, not before', async () => {
  const poll = watched(host.next(20))
  await parked(host)
  clock.advance(19_999)
  await settled()
  expect(poll.ended).toBe(false)
  clock.advance(1)
  expect(await poll.promise).toBeNull()
})

test('each job wakes one of a host’s slots; two jobs wake two', async () => {
  const polls = [host.next(30), host.next(30), host.next(30)].map(watched)
  await parked(host, 3)
  const jobs = await Promise.all([submit(), submit()])
  await until(() => polls.filter(({ ended }) => ended).length === 2)
  clock.advance(30_000)
  const offers = await Promise.all(polls.map(({ promise }) => promise))
  expect(
    offers
      .map((offer) => offer?.job_id)
      .filter((id) => id !== undefined)
      .sort(),
  ).toEqual(jobs.sort())
})

test('many hosts and jobs at once: every job is claimed by exactly one poll', async () => {
  const hosts = await Promise.all(Array.from({ length: 8 }, () => place.host()))
  const polls = [host, ...hosts].flatMap((one) => [one.next(30), one.next(30)])
  const jobs = await Promise.all(Array.from({ length: 18 }, submit))
  const offers = await Promise.all(polls)
  expect(offers.map((offer) => offer?.job_id).sort()).toEqual(jobs.sort())
})

test.each([-1, 30.5, 31, '5', null])('wait_seconds of %s is 400', async (wait_seconds) => {
  const json = { host_id: host.host_id, wait_seconds }
  expectError(
    await ask(place.url, 'POST /hosts/next-job', { as: `Bearer ${host.api_key}`, json }),
    400,
    'invalid_request',
  )
})

test('GET /jobs/{id}?wait answers when the job has ended', async () => {
  const job_id = await submit()
  const waiting = watched(buyer.client.call(endpoints.getJob, { params: { job_id }, query: { wait: 30 } }))
  await host.next()
  await host.results([{ job_id, tokens: ['a'] }])
  await settled()
  expect(waiting.ended).toBe(false)
  await host.results([{ job_id, offset: 1, finish_reason: 'stop' }])
  expect(await waiting.promise).toMatchObject({ status: 'completed', output_text: 'a' })
})

test('GET /jobs/{id}?wait answers the state of now when the time is up, and at once without wait', async () => {
  const job_id = await submit()
  const get = (wait?: number) =>
    buyer.client.call(endpoints.getJob, { params: { job_id }, query: wait === undefined ? {} : { wait } })
  expect((await get()).status).toBe('queued')
  const waiting = watched(get(30))
  await host.next()
  await settled()
  // The timer starts when the request arrives, which is any moment now.
  await until(async () => {
    clock.advance(1000)
    await settled()
    return waiting.ended
  })
  expect(waiting.value?.status).toBe('running')
})

test('GET /jobs/{id}?wait ends with a cancel', async () => {
  const job_id = await submit()
  const waiting = buyer.client.call(endpoints.getJob, { params: { job_id }, query: { wait: 30 } })
  await buyer.client.call(endpoints.cancelJob, { params: { job_id } })
  expect(await waiting).toMatchObject({ status: 'failed', error: 'cancelled' })
})

test.each(['-1', '61', 'x', '1e9'])('?wait=%s is 400', async (wait) => {
  const answer = await ask(place.url, `GET /jobs/${await submit()}?wait=${wait}`, { as: buyer.authorization })
  expectError(answer, 400, 'invalid_request')
})
