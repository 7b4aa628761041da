import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeHost } from '../../server/src/market/hosts/change.ts'
import { recordHeartbeat } from '../../server/src/market/hosts/store.ts'
import type { Floor } from '../conformance/market-floor.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

// A look without a transaction keeps most polls from the writer; of a queue with a job that passes it, the claim itself
// must still leave those that the host may not run. So in each of these another job is there, too.
let floor: Floor
let user: string
beforeEach(async () => {
  floor = await openSqliteFloor()
  user = await floor.user()
})
afterEach(async () => {
  expect(await floor.faults([])).toEqual([])
  await floor.close()
})

test('of two jobs a host gets the one that reserved its price, though the other is older', async () => {
  await floor.host({ price: 100n })
  const older = await floor.submit(user, { max_price_per_token: 100n })
  const dear = await floor.host({ price: 150n })
  const newer = await floor.submit(user, { max_price_per_token: 200n })
  expect((await floor.next(dear))?.job_id).toBe(newer.job_id)
  expect(await floor.next(dear)).toBeUndefined()
  await floor.results(dear, { job_id: newer.job_id, tokens: Array(10).fill('t'), finish_reason: 'stop' })
  expect(await floor.job(newer.job_id)).toMatchObject({ state: 'completed', charged_nano: 1500n })
  expect((await floor.job(older.job_id)).state).toBe('queued')
})

test('of two jobs a host gets the one that is short enough, though the other is older', async () => {
  const [long, short] = [await floor.host({ max_tokens: 100 }), await floor.host({ max_tokens: 10 })]
  const older = await floor.submit(user, { max_tokens: 11 })
  const newer = await floor.submit(user, { max_tokens: 10 })
  expect((await floor.next(short))?.job_id).toBe(newer.job_id)
  expect(await floor.next(short)).toBeUndefined()
  expect((await floor.next(long))?.job_id).toBe(older.job_id)
})

test('of two jobs a host gets the one for anybody, though the other, for a host of its owner, is older', async () => {
  const own = await floor.host({ owner: user })
  const other = await floor.host()
  const older = await floor.submit(user, { host_id: own })
  const newer = await floor.submit(user)
  expect((await floor.next(other))?.job_id).toBe(newer.job_id)
  expect(await floor.next(other)).toBeUndefined()
  expect((await floor.next(own))?.job_id).toBe(older.job_id)
})

test('of two jobs a host gets the one whose model it has loaded, though the other is older', async () => {
  const host = await floor.host({ models: ['m', 'n'] })
  const older = await floor.submit(user, { model: 'm' })
  const newer = await floor.submit(user, { model: 'n' })
  const beat = { host_id: host, gpu_utilization: 0, now: floor.clock.now() }
  const { database } = floor.market
  await database.transaction((tx) => recordHeartbeat(tx, { ...beat, models: ['n'] }))
  expect((await floor.next(host))?.job_id).toBe(newer.job_id)
  expect(await floor.next(host)).toBeUndefined()
  await database.transaction((tx) => recordHeartbeat(tx, { ...beat, models: ['m', 'n'] }))
  expect((await floor.next(host))?.job_id).toBe(older.job_id)
})

test('a host that raises its price after a quote does not get the job at that price', async () => {
  const host = await floor.host({ price: 100n })
  const { job_id } = await floor.submit(user, { max_price_per_token: 1000n })
  await changeHost(floor.market, host, { price_per_token: 101n })
  expect(await floor.next(host)).toBeUndefined()
  await changeHost(floor.market, host, { price_per_token: 100n })
  expect((await floor.next(host))?.job_id).toBe(job_id)
})
