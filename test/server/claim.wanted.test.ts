import { afterEach, beforeEach, expect, test } from 'vitest'
import { nextJob } from '../../server/src/market/broker/next-job.ts'
import { takeHeartbeat } from '../../server/src/market/hosts/heartbeat.ts'
import type { Floor } from '../conformance/market-floor.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

// A host with two engines: one has m, the other n. A poll of one of them must not bring a job of the other.
const WAIT_MS = 20_000
let floor: Floor
let user: string
let host: string
beforeEach(async () => {
  floor = await openSqliteFloor()
  user = await floor.user()
  host = await floor.host({ models: ['m', 'n'] })
})
afterEach(async () => {
  floor.market.waiting.dismiss()
  expect(await floor.faults([])).toEqual([])
  await floor.close()
})

const ask = (models: string[], wait_ms = 0) =>
  nextJob(floor.market, {
    ...{ host_id: host, instance: null, wait_ms, gone: new AbortController().signal },
    wanted: new Set(models),
  })
const parked = (count: number) =>
  expect.poll(() => floor.market.waiting.ofHost(host).filter(({ busy }) => !busy).length).toBe(count)

test('a poll that names models gets a job of one of them, though an older one of another waits', async () => {
  const older = await floor.submit(user, { model: 'm' })
  const newer = await floor.submit(user, { model: 'n' })
  expect((await ask(['n', 'unknown']))?.job_id).toBe(newer.job_id)
  expect(await ask(['n'])).toBeUndefined()
  expect((await floor.next(host))?.job_id).toBe(older.job_id)
})

test('of the parked polls of one host a job goes to the one that wants its model', async () => {
  const forM = ask(['m'], WAIT_MS)
  await parked(1)
  const forN = ask(['n'], WAIT_MS)
  await parked(2)
  const { job_id } = await floor.submit(user, { model: 'n' })
  expect((await forN)?.job_id).toBe(job_id)
  floor.market.waiting.dismiss()
  expect(await forM).toBeUndefined()
})

test('a host that can run a model again is asked by all its polls, not only by the first', async () => {
  const beat = { host_id: host, gpu_utilization: 0 }
  const { job_id } = await floor.submit(user, { model: 'n' })
  await takeHeartbeat(floor.market, { ...beat, available_models: ['m'] })
  void ask(['m'], WAIT_MS)
  await parked(1)
  const forN = ask(['n'], WAIT_MS)
  await parked(2)
  await takeHeartbeat(floor.market, { ...beat, available_models: ['m', 'n'] })
  expect((await forN)?.job_id).toBe(job_id)
})
