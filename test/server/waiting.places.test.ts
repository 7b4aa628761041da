import { afterEach, expect, test } from 'vitest'
import type { Floor } from '../conformance/market-floor.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

const WAIT_MS = 20_000
const POLLS = 9

let floor: Floor
afterEach(async () => {
  floor.market.waiting.dismiss()
  await floor.close()
})

const polling = (host: string, polls: number) => Array.from({ length: polls }, () => floor.next(host, WAIT_MS))
const parked = (host: string, polls: number) =>
  expect.poll(() => floor.market.waiting.ofHost(host).filter(({ busy }) => !busy)).toHaveLength(polls)
const inLine = (host: string) => floor.market.waiting.ofHost(host).filter(({ models }) => models.has('m'))

// Before: 256, of a host that may hold two, and jobs read past all of them.
test('a host stands in line with no more polls than it may hold jobs, however many come at once', async () => {
  floor = await openSqliteFloor({ trust: 'strangers' })
  const [few, one] = [await floor.host(), await floor.host({ concurrency: 1 })]
  const polls = [...polling(few, POLLS), ...polling(one, POLLS)]
  await parked(few, POLLS)
  await parked(one, POLLS)
  expect([inLine(few).length, inLine(one).length]).toEqual([2, 1])
  floor.market.waiting.dismiss()
  expect(new Set(await Promise.all(polls))).toEqual(new Set([undefined]))
})

test('polls that stand in no line are answered once one that does goes without a job', async () => {
  floor = await openSqliteFloor()
  const host = await floor.host({ concurrency: 2 })
  const polls = polling(host, 3)
  await parked(host, 3)
  inLine(host)[0]?.dismiss()
  await parked(host, 1)
  expect(await Promise.race(polls)).toBeUndefined()
  polls.push(...polling(host, 2))
  await parked(host, 3)
  expect(inLine(host)).toHaveLength(2)
  const buyer = await floor.user()
  const jobs = [await floor.submit(buyer), await floor.submit(buyer)]
  await expect.poll(async () => (await floor.job(jobs[1]?.job_id ?? '')).state).toBe('running')
  floor.market.waiting.dismiss()
  const got = (await Promise.all(polls)).flatMap((job) => job?.job_id ?? [])
  expect(got.sort()).toEqual(jobs.map(({ job_id }) => job_id).sort())
})
