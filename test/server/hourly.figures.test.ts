import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../server/src/accounts/user-store.ts'
import { createLog } from '../../server/src/base/log.ts'
import { Meter } from '../../server/src/base/meter.ts'
import { addToHour } from '../../server/src/hourly/hour-store.ts'
import { HOUR_MS, keepHours } from '../../server/src/hourly/keep-hours.ts'
import { quantile } from '../../server/src/hourly/quantile.ts'
import { addedBetween, totalsOf } from '../../server/src/hourly/series.ts'
import { statement } from '../../server/src/storage/statement.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

const silentLog = createLog('silent')
const everyHour = statement()((q) => q.selectFrom('hourly_figures').select('hour'))

let place: Marketplace
let [admin, buyer]: TestUser[] = []
beforeAll(async () => {
  place = await startMarketplace()
  admin = await place.user('operator')
  buyer = await place.user('buyer')
  await place.database.transaction((tx) => changeRole(tx, (admin as TestUser).user_id, 'admin'))
})
afterAll(async () => {
  await place.stop()
})

const hoursOf = (user: TestUser | undefined, hours: number) =>
  (user as TestUser).client.call(endpoints.adminHours, { query: { hours } })

test('what two processes counted is in the hour once, with medians and 95th percentiles', async () => {
  const { database } = place
  const clock = place.clock
  const processes = [new Meter(), new Meter()].map((meter) => {
    for (let n = 0; n < 90; n++) meter.firstToken(0.02)
    for (let n = 0; n < 10; n++) meter.firstToken(2)
    meter.ended('completed')
    meter.ended('failed')
    meter.request({ method: 'GET', route: '/health', status: '200' }, 0.001)
    meter.request({ method: 'GET', route: '/health', status: '503' }, 0.001)
    meter.document('success', 0.3)
    meter.document('unprocessable', 0.1)
    meter.document('error', 40)
    return { meter, stop: keepHours({ database, clock, log: silentLog, meter }) }
  })
  for (const { stop } of processes) await stop()
  const { hours } = await hoursOf(admin, 2)
  expect(hours).toHaveLength(2)
  expect(Date.parse(hours[1]?.hour ?? '') - Date.parse(hours[0]?.hour ?? '')).toBe(HOUR_MS)
  const sums = { jobs_completed: 2, jobs_failed: 2, requests: 4, requests_failed: 2 }
  const papers = { documents: 2, documents_refused: 2, documents_failed: 2 }
  expect(hours[1]).toMatchObject({ ...sums, ...papers })
  // Half of what is between the bounds of 10 and 25 ms, and of 1 and 2.5 s.
  expect(hours[1]?.first_token_ms).toEqual({ p50: 18, p95: 1750 })
  expect(hours[1]?.document_ms?.p50).toBe(375)
  expect(hours[0]).toMatchObject({ jobs_completed: 0, first_token_ms: null, document_ms: null })
  await expect(hoursOf(buyer, 2)).rejects.toMatchObject({ status: 403 })
})

test('a process adds only what is new, and a round that could not be written is added with the next', async () => {
  const meter = new Meter()
  meter.ended('completed')
  const first = totalsOf(await meter.samples(['mkt_jobs_ended_total']))
  expect([...addedBetween(new Map(), first)]).toEqual([['jobs.completed', 1]])
  meter.ended('failed')
  const second = totalsOf(await meter.samples(['mkt_jobs_ended_total', 'not_of_this_process']))
  expect([...addedBetween(first, second)]).toEqual([['jobs.failed', 1]])
  expect(addedBetween(second, second).size).toBe(0)
})

test('a job that its buyer cancelled has not failed', async () => {
  const { database, clock, market } = place
  const { client } = buyer as TestUser
  await place.host({ price: 0n })
  const stop = keepHours({ database, clock, log: silentLog, meter: market.meter })
  const before = (await hoursOf(admin, 1)).hours[0]
  const { job_id } = await client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 1 } })
  await client.call(endpoints.cancelJob, { params: { job_id } })
  await stop()
  const after = (await hoursOf(admin, 1)).hours[0]
  expect(after).toMatchObject({ jobs_failed: before?.jobs_failed, jobs_cancelled: 1 })
})

test('hours of long ago are forgotten', async () => {
  const { database, clock } = place
  const old = clock.now() - 101 * 24 * HOUR_MS
  await database.transaction((tx) => addToHour(tx, old - (old % HOUR_MS), new Map([['jobs.completed', 5]])))
  const meter = new Meter()
  meter.ended('completed')
  await keepHours({ database, clock, log: silentLog, meter })()
  expect(await database.all(everyHour, {})).toSatisfy((hours: { hour: number }[]) =>
    hours.every(({ hour }) => hour > old),
  )
})

test('what took longer than the last bound counts as that bound, and of nothing there is no quantile', () => {
  expect(quantile(new Map([['document.le.+Inf', 3]]), 'document', 0.5)).toBe(30)
  expect(quantile(new Map(), 'document', 0.5)).toBeUndefined()
})
