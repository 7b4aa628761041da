import { market as endpoints } from '@mkt/schemas'
import { afterEach, expect, test } from 'vitest'
import { statement } from '../../../server/src/storage/statement.ts'
import type { Trust } from '../../../server/src/trust.ts'
import { pass } from '../contract/until.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'

const MINUTE_MS = 60_000
const HANDED_BACK = { code: 'handed_back', message: 'gone', retryable: true }

const rateOf = statement<{ host_id: string }>()((q, p) =>
  q.selectFrom('hosts').select('success_rate').where('host_id', '=', p('host_id')),
)

let place: Marketplace
let clock: ManualClock
let buyer: TestUser
let host: TestHost
async function open(trust: Trust): Promise<void> {
  clock = new ManualClock()
  place = await startMarketplace({ clock, signupCredits: 1_000_000, trust })
  buyer = await place.user()
  host = await place.host({ price: 0n })
}
afterEach(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const submit = async () =>
  (await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 9 } })).job_id
const me = () => host.client.call(endpoints.hostMe, {})
const live = (ms: number) => pass(clock, ms, () => host.heartbeat())
const say = (more: object) =>
  host.client.call(endpoints.heartbeatHost, {
    body: { host_id: host.host_id, gpu_utilization: 0, available_models: ['m'], ...more },
  })

/** Claims and hands back until it gets nothing any more, at most so often; answers how often. */
async function grab(most = 100): Promise<number> {
  for (let times = 0; times < most; times++) {
    const offer = await host.next(0)
    if (!offer) return times
    await host.results([{ job_id: offer.job_id, error: HANDED_BACK }])
  }
  return most
}

// Before: one job, 5,353 attempts in 20 s, 8 of 10 prompts read, no failure recorded.
test.each<Trust>(['strangers', 'own'])(
  'the fourth job handed back in ten minutes costs a minute without jobs, the next ones more (%s)',
  async (trust) => {
    await open(trust)
    const honest = await place.host()
    const job_id = await submit()
    expect(await grab()).toBe(4)
    expect((await me()).hand_backs).toEqual({
      recent: 4,
      no_jobs_until: new Date(clock.now() + MINUTE_MS).toISOString(),
    })
    await live(55_000)
    expect(await grab()).toBe(0)
    await live(10_000)
    // Once more in the same ten minutes: two minutes, then four.
    expect(await grab()).toBe(1)
    await live(115_000)
    expect(await grab()).toBe(0)
    await live(10_000)
    expect(await grab()).toBe(1)
    await live(4 * MINUTE_MS - 5000)
    expect(await grab()).toBe(0)
    // Others are not kept from it, and it has lost no attempt.
    await honest.heartbeat()
    expect(await honest.next(0)).toMatchObject({ job_id, attempt: 7 })
    await honest.results([{ job_id, tokens: ['a'], finish_reason: 'stop' }])
    expect(await me()).toMatchObject({ total_jobs_failed: 0 })
  },
)

test('each lowers the success rate by a third of what a failure does', async () => {
  await open('strangers')
  await submit()
  await grab(1)
  const rate = async () => (await place.market.database.get(rateOf, { host_id: host.host_id }))?.success_rate
  expect(await rate()).toBeCloseTo(1 - 0.1 / 3, 12)
  await grab(1)
  expect(await rate()).toBeCloseTo((1 - 0.1 / 3) ** 2, 12)
})

test('an agent that drains hands back at no cost, once in ten minutes', async () => {
  await open('strangers')
  const jobs = [await submit(), await submit()]
  const drain = async () => {
    for (const _ of jobs) expect(await host.next(0)).not.toBeNull()
    await say({ draining: true })
    expect(await host.next(0)).toBeNull()
    await host.results(jobs.map((job_id) => ({ job_id, error: HANDED_BACK })))
    await say({})
  }
  await drain()
  expect((await me()).hand_backs).toEqual({ recent: 0, no_jobs_until: null })
  await drain()
  expect((await me()).hand_backs).toEqual({ recent: 2, no_jobs_until: null })
  await live(10 * MINUTE_MS)
  await drain()
  expect((await me()).hand_backs?.recent).toBe(0)
})

test("one's own machine that was restarted gives back all that it had in one call, which counts once", async () => {
  await open('own')
  const jobs = await Promise.all(Array.from({ length: 8 }, submit))
  for (const _ of jobs) await host.next(0)
  await host.results(jobs.map((job_id) => ({ job_id, error: HANDED_BACK })))
  expect((await me()).hand_backs).toEqual({ recent: 1, no_jobs_until: null })
  expect(await host.next(0)).not.toBeNull()
})

test('what a host hands back of others, or twice, counts for nobody', async () => {
  await open('strangers')
  const other = await place.host()
  const job_id = await submit()
  await host.next(0)
  for (let times = 0; times < 5; times++) await other.results([{ job_id, error: HANDED_BACK }])
  expect((await other.client.call(endpoints.hostMe, {})).hand_backs?.recent).toBe(0)
  for (let times = 0; times < 5; times++) await host.results([{ job_id, error: HANDED_BACK }])
  expect((await me()).hand_backs?.recent).toBe(1)
})
