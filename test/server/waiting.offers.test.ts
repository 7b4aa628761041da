import { afterEach, beforeEach, expect, test } from 'vitest'
import { nextJob } from '../../server/src/market/broker/next-job.ts'
import type { Database } from '../../server/src/storage/database.ts'
import type { Floor } from '../conformance/market-floor.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

const WAIT_MS = 20_000
let floor: Floor
let user: string
beforeEach(async () => {
  floor = await openSqliteFloor()
  user = await floor.user()
})
afterEach(async () => {
  floor.market.waiting.dismiss()
  expect((await floor.audit()).faults).toEqual([])
  await floor.close()
})

/** Waits until a poll of each host has looked for work, found none and is parked. */
const allParked = (hosts: readonly string[]) =>
  expect
    .poll(() => hosts.flatMap((host) => floor.market.waiting.ofHost(host)).filter(({ busy }) => !busy).length)
    .toBe(hosts.length)
const ask = (host_id: string, gone: AbortSignal, database: Database = floor.market.database) =>
  nextJob({ ...floor.market, database }, { host_id, instance: null, wait_ms: WAIT_MS, gone })

test('a job that the best of the waiting hosts may not run goes to the next one at once', async () => {
  const short = await floor.host({ price: 100n, max_tokens: 5 })
  const able = await floor.host({ price: 150n, max_tokens: 10 })
  const polls = [short, able].map((host) => floor.next(host, WAIT_MS))
  await allParked([short, able])
  const { job_id } = await floor.submit(user, { max_tokens: 10 })
  expect((await polls[1])?.job_id).toBe(job_id)
  floor.market.waiting.dismiss()
  expect(await polls[0]).toBeUndefined()
})

test('one job is given to one of the waiting hosts, and the others go on waiting', async () => {
  const hosts = [await floor.host(), await floor.host(), await floor.host()]
  const polls = hosts.map((host) => floor.next(host, WAIT_MS))
  await allParked(hosts)
  await floor.submit(user)
  expect(await Promise.race(polls)).toBeDefined()
  expect(hosts.flatMap((host) => floor.market.waiting.ofHost(host)).length).toBe(2)
  floor.market.waiting.dismiss()
  expect((await Promise.all(polls)).filter((claimed) => claimed !== undefined).length).toBe(1)
})

test('who has left gets no job, also where one is there', async () => {
  const host = await floor.host()
  const { job_id } = await floor.submit(user)
  expect(await ask(host, AbortSignal.abort())).toBeUndefined()
  expect(await floor.job(job_id)).toMatchObject({ state: 'queued', attempt: 0 })
})

test('a job that comes while a poll finds nothing is not left to the next one', async () => {
  const host = await floor.host()
  const { database } = floor.market
  let submitted: string | undefined
  let looks = 0
  // The second look, that of the parked poll, has found nothing and has not said so yet.
  const slow: Database = {
    ...database,
    async all(statement, parameters) {
      const found = await database.all(statement, parameters)
      const nothing = found.every((row) => (row as { promising?: unknown }).promising === null)
      if (nothing && ++looks === 2) submitted = (await floor.submit(user)).job_id
      return found
    },
  }
  const claimed = await ask(host, new AbortController().signal, slow)
  expect(claimed?.job_id).toBe(submitted)
})

test('a job that comes back is offered to the waiting hosts until one of them may run it', async () => {
  const failed = await floor.host({ price: 100n })
  const { job_id } = await floor.submit(user)
  expect((await floor.next(failed))?.job_id).toBe(job_id)
  const other = await floor.host({ price: 100n })
  const polls = [failed, other].map((host) => floor.next(host, WAIT_MS))
  await allParked([failed, other])
  await floor.results(failed, {
    job_id,
    offset: 0,
    error: { code: 'engine_failed', message: 'out of memory', retryable: true },
  })
  expect((await polls[1])?.job_id).toBe(job_id)
  floor.market.waiting.dismiss()
  expect(await polls[0]).toBeUndefined()
})
