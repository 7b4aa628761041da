import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Floor } from '../conformance/market-floor.ts'
import { ManualClock } from './manual-clock.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

const DAY_MS = 86_400_000
let clock: ManualClock
let floor: Floor
let user: string
beforeEach(async () => {
  clock = new ManualClock()
  floor = await openSqliteFloor({ clock })
  user = await floor.user()
  await floor.host()
})
afterEach(async () => {
  expect((await floor.audit()).faults).toEqual([])
  await floor.close()
})

test('twenty submissions that all began before any of them was answered are one job, paid for once', async () => {
  const before = await floor.credits(user)
  const answers = await Promise.all(Array.from({ length: 20 }, () => floor.submit(user, {}, 'key')))
  expect(new Set(answers.map(({ job_id }) => job_id)).size).toBe(1)
  expect(await floor.credits(user)).toBe(before - (answers[0]?.credits_reserved ?? 0n))
})

test('a key lives for a day to the millisecond, whether or not somebody has tidied up', async () => {
  const first = await floor.submit(user, {}, 'key')
  clock.advance(DAY_MS)
  // Hosts are long silent by the clock, but nobody watches them here.
  expect(await floor.submit(user, {}, 'key')).toEqual(first)
  clock.advance(1)
  const second = await floor.submit(user, {}, 'key')
  expect(second.job_id).not.toBe(first.job_id)
  expect(await floor.submit(user, {}, 'key')).toEqual(second)
})
