import { afterEach, beforeEach, expect, test } from 'vitest'
import { Cached } from '../../server/src/base/cached.ts'
import { changeHost } from '../../server/src/market/hosts/change.ts'
import { OfferBook } from '../../server/src/market/jobs/offer-book.ts'
import type { Reader } from '../../server/src/storage/database.ts'
import type { Floor } from '../conformance/market-floor.ts'
import { ManualClock } from './manual-clock.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

let floor: Floor
let clock: ManualClock
beforeEach(async () => {
  clock = new ManualClock()
  floor = await openSqliteFloor({ clock })
})
afterEach(() => floor.close())

/** The floor's database, with a count of what was read from it. */
function counted(): { reader: Reader; reads: () => number } {
  let reads = 0
  const { database } = floor.market
  const all: Reader['all'] = (statement, parameters) => {
    reads++
    return database.all(statement, parameters)
  }
  return { reader: { ...database, all }, reads: () => reads }
}

test('the offers of a model are read once in a while and not for each quote', async () => {
  await floor.host({ price: 5n })
  const { reader, reads } = counted()
  const book = new OfferBook(reader, clock, undefined)
  const first = await book.of('m')
  const before = reads()
  expect(await book.of('m')).toBe(first)
  expect(reads()).toBe(before)
  clock.advance(30)
  expect((await book.of('m'))?.quote(10)).toEqual({ limit_nano: 10n, price_nano: 5n, within: true })
  // Not the evidence, which is a second old at most.
  expect(reads()).toBe(before + 2)
  clock.advance(1000)
  await book.of('m')
  expect(reads()).toBe(before + 5)
})

test('offers that take long to read are kept for longer, and never for more than a second', async () => {
  await floor.host({ price: 5n })
  const { reader, reads } = counted()
  let read_ms = 20
  const slow: Reader['all'] = (statement, parameters) => {
    clock.advance(read_ms / 3)
    return reader.all(statement, parameters)
  }
  const book = new OfferBook({ ...reader, all: slow }, clock, undefined)
  await book.of('m')
  const first = reads()
  clock.advance(390)
  await book.of('m')
  expect(reads()).toBe(first)
  clock.advance(20)
  read_ms = 3000
  await book.of('m')
  const second = reads()
  expect(second).toBeGreaterThan(first)
  clock.advance(1000)
  await book.of('m')
  expect(reads()).toBeGreaterThan(second)
})

test('names that nobody ever offered are read each time and not kept', async () => {
  const { reader, reads } = counted()
  const book = new OfferBook(reader, clock, undefined)
  for (let time = 1; time <= 3; time++) {
    expect(await book.of('nothing')).toBeUndefined()
    expect(reads()).toBe(time)
  }
})

test('what a host changes decides the next quote, without any time in between', async () => {
  const host = await floor.host({ price: 5n })
  const user = await floor.user()
  expect((await floor.job((await floor.submit(user)).job_id)).price_cap_nano).toBe(5n)
  await changeHost(floor.market, host, { price_per_token: 7n })
  expect((await floor.job((await floor.submit(user)).job_id)).price_cap_nano).toBe(7n)
  await floor.host({ price: 9n })
  expect((await floor.job((await floor.submit(user)).job_id)).price_cap_nano).toBe(9n)
  await changeHost(floor.market, host, { paused: true })
  expect((await floor.job((await floor.submit(user)).job_id)).price_limit_nano).toBe(18n)
})

test('a host whose first job somebody paid decides the next quote', async () => {
  const [cheap, dear] = [await floor.host({ price: 10n }), await floor.host({ price: 30n })]
  const user = await floor.user()
  // Nobody was paid: the limit is the larger of twice the cheapest and the upper of the two middle prices.
  const { job_id } = await floor.submit(user)
  expect((await floor.job(job_id)).price_limit_nano).toBe(30n)
  await floor.next(cheap)
  await floor.results(cheap, { job_id, tokens: ['a'], finish_reason: 'stop' })
  expect((await floor.job((await floor.submit(user)).job_id)).price_limit_nano).toBe(20n)
  expect(dear).toBeDefined()
})

test('an answer that reads few rows is read each time, one that reads many is kept for so long that reading stays cheap', async () => {
  let reads = 0
  const few = new Cached(clock, async () => ({ value: ++reads, rows: 100 }))
  expect([await few.get(), await few.get()]).toEqual([1, 2])
  reads = 0
  const many = new Cached(clock, async () => ({ value: ++reads, rows: 10_000 }))
  expect([await many.get(), await many.get()]).toEqual([1, 1])
  clock.advance(499)
  expect(await many.get()).toBe(1)
  clock.advance(2)
  expect(await many.get()).toBe(2)
})
