import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeHeartbeat } from '../../server/src/market/hosts/heartbeat.ts'
import { hostById } from '../../server/src/market/hosts/store.ts'
import { everyAtOne } from '../../server/src/market/upkeep/at-one.ts'
import { watchHosts } from '../../server/src/market/upkeep/host-watch.ts'
import { watchLeases } from '../../server/src/market/upkeep/lease-watch.ts'
import { type Floor, openFloor } from '../conformance/market-floor.ts'
import { ManualClock } from './manual-clock.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

const HOUR_MS = 3_600_000
let clock: ManualClock
let floor: Floor & { file: string }
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

test('a heartbeat begins the 90 s of its host anew', async () => {
  const host_id = await floor.host()
  clock.advance(60_000)
  await takeHeartbeat(floor.market, { host_id, gpu_utilization: 0, available_models: ['m'] })
  clock.advance(89_999)
  await watchHosts(floor.market)
  expect(await statusOf(host_id)).toBe('active')
  clock.advance(1)
  await watchHosts(floor.market)
  expect(await statusOf(host_id)).toBe('inactive')
})

test('a server that starts counts the silence of all hosts and jobs from its own start', async () => {
  const [user, host] = [await floor.user(), await floor.host()]
  const { job_id } = await floor.submit(user)
  await floor.next(host)
  clock.advance(HOUR_MS)
  const again = await openFloor({ sqlite: floor.file }, { clock })
  try {
    const standing = async () => [(await again.job(job_id)).state, await statusOf(host)]
    clock.advance(89_999)
    await watchLeases(again.market)
    await watchHosts(again.market)
    expect(await standing()).toEqual(['running', 'active'])
    clock.advance(1)
    await watchLeases(again.market)
    await watchHosts(again.market)
    expect(await standing()).toEqual(['failed', 'inactive'])
  } finally {
    await again.close()
  }
})

test('a job that the database runs and no stream watches gets a lease of its own', async () => {
  const [user, host] = [await floor.user(), await floor.host()]
  const { job_id } = await floor.submit(user)
  await floor.next(host)
  await floor.forget(job_id)
  await watchLeases(floor.market)
  clock.advance(89_999)
  await watchLeases(floor.market)
  expect((await floor.job(job_id)).state).toBe('running')
  clock.advance(1)
  await watchLeases(floor.market)
  expect((await floor.job(job_id)).state).toBe('failed')
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

test('a server that stood still for longer than a lease gives hosts the time to be heard', async () => {
  const [user, host] = [await floor.user(), await floor.host()]
  const { job_id } = await floor.submit(user)
  await floor.next(host)
  const own = new ManualClock()
  const told: boolean[] = []
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round++) {
      own.advance(5000)
      await expect.poll(() => own.armed, { interval: 1 }).toBe(1)
    }
  }
  const end = everyAtOne({ ...floor.market, clock: own }, 'watch', 5000, async (stood) => {
    told.push(stood)
    await watchLeases(floor.market, stood)
  })
  await rounds(1)
  // Timers of a process that is stopped come late.
  clock.advance(120_000)
  own.standStill(120_000)
  await rounds(17)
  expect(told).toEqual([false, ...Array<boolean>(17).fill(true)])
  expect((await floor.job(job_id)).state).toBe('running')
  await rounds(1)
  expect(told.at(-1)).toBe(false)
  expect((await floor.job(job_id)).state).toBe('queued')
  await end()
})
