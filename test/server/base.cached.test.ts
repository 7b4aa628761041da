import { beforeEach, expect, test } from 'vitest'
import { Cached } from '../../server/src/base/cached.ts'
import { ManualClock } from './manual-clock.ts'

interface Reading {
  end: (rows: number) => void
  fail: () => void
}

let clock: ManualClock
let readings: Reading[]
let cached: Cached<number>
beforeEach(() => {
  clock = new ManualClock()
  readings = []
  cached = new Cached(clock, () => {
    const place = readings.length + 1
    const { promise, resolve, reject } = Promise.withResolvers<{ value: number; rows: number }>()
    readings.push({ end: (rows) => resolve({ value: place, rows }), fail: () => reject(new Error(`reading ${place}`)) })
    return promise
  })
})

const end = (place: number, rows: number) => readings[place - 1]?.end(rows)
const ask = (times: number) => Array.from({ length: times }, () => cached.get())

test('of what was never read one reading runs, however many ask, and all of them have it if it is large', async () => {
  const answers = ask(100)
  expect(readings).toHaveLength(1)
  end(1, 50_000)
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 100 }, () => 1))
  expect(readings).toHaveLength(1)
})

test('a small answer was read after it was asked for: all who came during a reading share the next', async () => {
  const first = cached.get()
  const during = ask(100)
  expect(readings).toHaveLength(1)
  end(1, 3)
  expect(await first).toBe(1)
  expect(readings).toHaveLength(2)
  // While the one runs that others waited for, again one waits.
  const later = ask(100)
  expect(readings).toHaveLength(2)
  end(2, 3)
  expect(new Set(await Promise.all(during))).toEqual(new Set([2]))
  end(3, 3)
  expect(new Set(await Promise.all(later))).toEqual(new Set([3]))
  expect(readings).toHaveLength(3)
})

test('a reading that fails is an error of those who asked for it; who waited for its end has another', async () => {
  const first = cached.get()
  const during = ask(2)
  readings[0]?.fail()
  await expect(first).rejects.toThrow('reading 1')
  expect(readings).toHaveLength(2)
  end(2, 3)
  expect(await Promise.all(during)).toEqual([2, 2])
})

test('while a large one is read again, whoever comes has the one before', async () => {
  const first = cached.get()
  end(1, 50_000)
  await first
  clock.advance(1000)
  const again = cached.get()
  expect(await Promise.all(ask(100))).toEqual(Array.from({ length: 100 }, () => 1))
  end(2, 50_000)
  expect(await again).toBe(2)
  expect(readings).toHaveLength(2)
})
