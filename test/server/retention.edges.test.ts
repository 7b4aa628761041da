import { afterEach, beforeEach, expect, test } from 'vitest'
import { submit } from '../../server/src/market/jobs/submit.ts'
import { startRetention } from '../../server/src/market/upkeep/retention.ts'
import type { Floor } from '../conformance/market-floor.ts'
import { ManualClock } from './manual-clock.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

const DAY_MS = 86_400_000
const ROUND_MS = 600_000
let clock: ManualClock
let floor: Floor
let user: string
let host: string
beforeEach(async () => {
  clock = new ManualClock()
  floor = await openSqliteFloor({ clock })
  user = await floor.user()
  host = await floor.host()
})
afterEach(async () => {
  expect((await floor.audit()).faults).toEqual([])
  await floor.close()
})

/** A round of upkeep, waited for. */
async function round(days: number): Promise<void> {
  const stop = startRetention(floor.market, days)
  clock.advance(ROUND_MS)
  await stop()
}

async function answer(job_id: string): Promise<void> {
  await floor.next(host)
  await floor.results(host, { job_id, tokens: ['text'], finish_reason: 'stop' })
}

test('the days count from the end of a job, not from its submission', async () => {
  const { job_id } = await floor.submit(user)
  clock.advance(3 * DAY_MS)
  await answer(job_id)
  clock.advance(DAY_MS)
  await round(2)
  expect(await floor.job(job_id)).toMatchObject({ input_text: 'hello', erased: 0 })
  clock.advance(DAY_MS)
  await round(2)
  expect(await floor.job(job_id)).toMatchObject({ input_text: '', erased: 1 })
})

test('a day is a day', async () => {
  const { job_id } = await floor.submit(user)
  await answer(job_id)
  clock.advance(29 * DAY_MS)
  await round(30)
  expect((await floor.job(job_id)).erased).toBe(0)
  clock.advance(DAY_MS)
  await round(30)
  expect((await floor.job(job_id)).erased).toBe(1)
})

test('the messages of a chat and its stop texts go with the prompt', async () => {
  const messages = [{ role: 'user' as const, content: 'secret' }]
  const submission = { model: 'm', input_text: 'secret', max_tokens: 5, temperature: 1, stop: ['secret'] }
  const { job_id } = await submit(floor.market, user, submission, { messages })
  await answer(job_id)
  expect((await floor.job(job_id)).options_json).toContain('secret')
  clock.advance(DAY_MS)
  await round(1)
  const { input_text, options_json } = await floor.job(job_id)
  expect([input_text, options_json]).toEqual(['', null])
})

test('0 days keep everything, and what has not ended is never erased', async () => {
  const { job_id } = await floor.submit(user)
  await answer(job_id)
  const open = await floor.submit(user)
  clock.advance(1000 * DAY_MS)
  await round(0)
  expect(await floor.job(job_id)).toMatchObject({ input_text: 'hello', erased: 0 })
  await round(1)
  expect(await floor.job(job_id)).toMatchObject({ input_text: '', erased: 1 })
  expect(await floor.job(open.job_id)).toMatchObject({ input_text: 'hello', erased: 0, state: 'queued' })
})
