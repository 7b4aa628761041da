import { afterEach, beforeEach, expect, test } from 'vitest'
import { hostById } from '../../server/src/market/hosts/store.ts'
import { watchHosts } from '../../server/src/market/upkeep/host-watch.ts'
import { watchLeases } from '../../server/src/market/upkeep/lease-watch.ts'
import type { Floor } from '../conformance/market-floor.ts'
import { ManualClock } from './manual-clock.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

const HOUR_MS = 3_600_000
let clock: ManualClock
let floor: Floor
beforeEach(async () => {
  clock = new ManualClock()
  floor = await openSqliteFloor({ clock })
})
afterEach(async () => {
  expect((await floor.audit()).faults).toEqual([])
  await floor.close()
})

const statusOf = async (host: string) => (await hostById(floor.market.database, host))?.status

test('the 90 s of a lease begin at the claim, however long the server has run', async () => {
  const [user, host] = [await floor.user(), await floor.host()]
  clock.advance(HOUR_MS)
  const { job_id } = await floor.submit(user)
  await floor.next(host)
  clock.advance(89_999)
  await watchLeases(floor.market)
  expect((await floor.job(job_id)).state).toBe('running')
  clock.advance(1)
  await watchLeases(floor.market)
  expect((await floor.job(job_id)).state).toBe('queued')
})

test('the 90 s of a host begin at its registration, however long the server has run', async () => {
  clock.advance(HOUR_MS)
  const host = await floor.host()
  clock.advance(89_999)
  await watchHosts(floor.market)
  expect(await statusOf(host)).toBe('active')
  clock.advance(1)
  await watchHosts(floor.market)
  expect(await statusOf(host)).toBe('inactive')
})

test('a wall clock that jumps takes no job and no host away', async () => {
  const [user, host] = [await floor.user(), await floor.host()]
  const { job_id } = await floor.submit(user)
  await floor.next(host)
  for (const jump of [HOUR_MS, -48 * HOUR_MS]) {
    clock.jump(jump)
    await watchLeases(floor.market)
    await watchHosts(floor.market)
    expect([(await floor.job(job_id)).state, await statusOf(host)]).toEqual(['running', 'active'])
  }
})
