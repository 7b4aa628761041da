import { expect, test } from 'vitest'
import { Seats } from '../../../server/src/documents/threads/seats.ts'
import { TimeSpent } from '../../../server/src/documents/threads/time-spent.ts'
import { ManualClock } from '../manual-clock.ts'

const MINUTE = 60_000

/** One seat, and in which order those who ask for it get it. */
function stage() {
  const clock = new ManualClock()
  const seats = new Seats({ seats: 1, queue: 100, perUser: 50, clock })
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

/** Two seats, and what asks those who have them to stand up. */
function pair() {
  const clock = new ManualClock()
  const seats = new Seats({ seats: 2, queue: 100, perUser: 50, clock })
  const come = (user: string, signal = new AbortController().signal) => {
    const place = seats.admit(user)
    const state: { turn?: AbortSignal } = {}
    const seated = place.seat(signal).then((turn) => (state.turn = turn))
    return { place, state, seated }
  }
  return { clock, come }
}

// Before: two files that took a reader for over a minute held everybody else up for as long.
test('of one who has all seats with slow files one makes way for somebody who waits, and comes again', async () => {
  const { clock, come } = pair()
  const [first, second] = [come('slow'), come('slow')]
  await Promise.all([first.seated, second.seated])
  const other = come('other')
  clock.advance(4999)
  expect([first, second].map(({ state }) => state.turn?.aborted)).toEqual([false, false])
  clock.advance(1)
  expect([first, second].map(({ state }) => state.turn?.aborted)).toEqual([false, true])
  second.place.stand()
  const again = second.place.seat(new AbortController().signal)
  await other.seated
  const later = come('third')
  clock.advance(60_000)
  // Somebody else has the other seat: nobody has all.
  expect(first.state.turn?.aborted).toBe(false)
  other.place.leave()
  await later.seated
  later.place.leave()
  const last = await again
  // It made way once.
  come('fourth')
  clock.advance(60_000)
  expect([first.state.turn?.aborted, last.aborted]).toEqual([true, false])
})

test('nobody makes way for those whose own files are as slow, nor for who has left', async () => {
  const { clock, come } = pair()
  const before = come('as slow')
  await before.seated
  clock.advance(120_000)
  before.place.leave()
  const [first, second] = [come('slow'), come('slow')]
  await Promise.all([first.seated, second.seated])
  const leaving = new AbortController()
  const left = come('left', leaving.signal)
  const refused = expect(left.seated).rejects.toBeDefined()
  leaving.abort()
  await refused
  come('as slow')
  clock.advance(20_000)
  expect([first, second].map(({ state }) => state.turn?.aborted)).toEqual([false, false])
  expect(clock.armed).toBe(1)
})
