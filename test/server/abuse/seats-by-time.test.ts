import { expect, test } from 'vitest'
import { Seats } from '../../../server/src/documents/threads/seats.ts'
import { TimeSpent } from '../../../server/src/documents/threads/time-spent.ts'
import { ManualClock } from '../manual-clock.ts'

const MINUTE = 60_000

/** One seat, and in which order those who ask for it get it. */
function stage() {
  const clock = new ManualClock()
  const seats = new Seats({ seats: 1, queue: 100, perUser: 50, monotonic: () => clock.monotonic() })
  const order: string[] = []
  /** Resolves once the work is done, of which the clock says how long it took. */
  const work = async (user: string, ms: number) => {
    const place = seats.admit(user)
    await place.seat(new AbortController().signal)
    order.push(user)
    clock.advance(ms)
    place.leave()
  }
  return { clock, order, work }
}

test('files that each take a reader for a minute do not stand before those of who is quick', async () => {
  const { order, work } = stage()
  await work('quick', 100)
  const slow = Array.from({ length: 10 }, (_, at) => work(`slow ${at}`, MINUTE))
  const again = Array.from({ length: 10 }, (_, at) => work(`slow ${at}`, MINUTE))
  await Promise.all([work('quick', 100), work('quick', 100)])
  // Of the others one has begun before.
  expect(order.slice(1, 4)).toEqual(['slow 0', 'quick', 'quick'])
  await Promise.all([...slow, ...again])
  expect(order).toHaveLength(23)
})

test('who is new comes before those whose files took long, and after a while these are as good as others', async () => {
  const { clock, order, work } = stage()
  await work('slow', MINUTE)
  const busy = work('other', 1)
  await Promise.all([busy, work('slow', 1), work('new', 1)])
  expect(order).toEqual(['slow', 'other', 'new', 'slow'])
  clock.advance(30 * MINUTE)
  const next = work('other', 1)
  await Promise.all([next, work('stranger', 1), work('slow', 1)])
  expect(order.slice(4)).toEqual(['other', 'slow', 'stranger'])
})

test('what was spent counts half after a minute, and of nobody known as an ordinary document', () => {
  const clock = new ManualClock()
  const spent = new TimeSpent(() => clock.monotonic())
  expect(spent.of('a')).toBe(2000)
  const over = spent.begin('a')
  clock.advance(8000)
  over()
  expect(spent.of('a')).toBe(8000)
  clock.advance(MINUTE)
  expect(spent.of('a')).toBe(4000)
})
