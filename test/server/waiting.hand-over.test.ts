import { afterEach, beforeEach, expect, test } from 'vitest'
import { Meter } from '../../server/src/base/meter.ts'
import { nextJob } from '../../server/src/market/broker/next-job.ts'
import { submit } from '../../server/src/market/jobs/submit.ts'
import { openMarket } from '../../server/src/market/open-market.ts'
import type { Database } from '../../server/src/storage/database.ts'
import { openSqlite } from '../../server/src/storage/sqlite.ts'
import type { Floor } from '../conformance/market-floor.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

const WAIT_MS = 20_000

let floor: Floor & { file: string }
beforeEach(async () => {
  floor = await openSqliteFloor()
})
afterEach(async () => {
  floor.market.waiting.dismiss()
  expect((await floor.audit()).faults).toEqual([])
  await floor.close()
})

const parked = (host: string, polls = 1) =>
  expect.poll(() => floor.market.waiting.ofHost(host).filter(({ busy }) => !busy).length).toBe(polls)

test('a submission and the claim of the host that waits for it share one wait for the disk', async () => {
  const [host, user] = [await floor.host(), await floor.user()]
  let waits = 0
  const database: Database = openSqlite(floor.file, {
    durable: async () => {
      waits++
    },
  })
  const market = await openMarket({ ...floor.market, database, meter: new Meter() })
  const gone = new AbortController().signal
  const poll = nextJob(market, { host_id: host, instance: null, wait_ms: WAIT_MS, gone })
  await expect.poll(() => market.waiting.ofHost(host).filter(({ busy }) => !busy).length).toBe(1)
  const { job_id } = await submit(market, user, { model: 'm', input_text: 'x', max_tokens: 10, temperature: 0 })
  expect((await poll)?.job_id).toBe(job_id)
  expect(waits).toBe(1)
  await database.close()
})

test('each of many jobs that come at once goes to another of the waiting polls', async () => {
  const [host, user] = [await floor.host(), await floor.user()]
  const polls = Array.from({ length: 5 }, () => floor.next(host, WAIT_MS))
  await parked(host, 5)
  const jobs = await Promise.all(Array.from({ length: 5 }, () => floor.submit(user)))
  const claimed = await Promise.all(polls)
  expect(claimed.map((job) => job?.job_id).sort()).toEqual(jobs.map(({ job_id }) => job_id).sort())
})

test('a job is handed to nobody who is too dear for it or whom it does not name, and waits', async () => {
  const owner = await floor.user()
  const [dear, other] = [await floor.host({ price: 100n }), await floor.host({ price: 10n })]
  const own = await floor.host({ price: 10n, owner })
  const polls = [dear, other].map((host) => floor.next(host, WAIT_MS))
  await parked(dear)
  await parked(other)
  const { job_id } = await floor.submit(owner, { host_id: own })
  expect(await floor.job(job_id)).toMatchObject({ state: 'queued', attempt: 0 })
  expect((await floor.next(own))?.job_id).toBe(job_id)
  floor.market.waiting.dismiss()
  expect(await Promise.all(polls)).toEqual([undefined, undefined])
})

test('a host that was handed an older job leaves the new one to the next host', async () => {
  const user = await floor.user()
  const [first, second] = [await floor.host(), await floor.host({ price: 2_000_000n })]
  // The first host cannot take the older job as long as it is paused, and is not told when that ends here.
  const older = await floor.submit(user, { max_price_per_token: 1_000_000n })
  expect(await floor.next(second)).toBeUndefined()
  const polls = [floor.next(first, WAIT_MS), floor.next(second, WAIT_MS)]
  expect((await polls[0])?.job_id).toBe(older.job_id)
  await parked(second)
  const newer = await floor.submit(user)
  expect((await polls[1])?.job_id).toBe(newer.job_id)
})

test('a submission that is refused hands nothing over', async () => {
  const host = await floor.host()
  const poor = await floor.user(1n)
  const poll = floor.next(host, WAIT_MS)
  await parked(host)
  await expect(floor.submit(poor)).rejects.toMatchObject({ code: 'insufficient_credits' })
  expect(floor.market.waiting.ofHost(host)).toHaveLength(1)
  floor.market.waiting.dismiss()
  expect(await poll).toBeUndefined()
})
