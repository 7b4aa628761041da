import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { SchemaThreads } from '../../server/src/market/formats/schema-checks.ts'
import { LASTING } from '../../server/src/market/formats/schema-limits.ts'
import type { Looker } from '../../server/src/market/formats/schema-line.ts'
import type { SchemaThreadData } from '../../server/src/market/formats/schema-thread.ts'
import { SchemaWorker } from '../../server/src/market/formats/schema-worker.ts'
import { SlowUsers } from '../../server/src/market/formats/slow-users.ts'
import { UserTurns } from '../../server/src/market/formats/user-turns.ts'

/** Turns on a clock that only work moves, and what was worked in which order. */
function bench() {
  let now = 0
  const turns = new UserTurns(() => now)
  const done: string[] = []
  const ask = (user: string, ms: number) =>
    turns.run(user, async () => {
      now += ms
      done.push(user)
    })
  return { turns, done, ask, pass: (ms: number) => (now += ms) }
}

describe('turns of users', () => {
  test('whose work is slow delays others by the one piece that runs', async () => {
    const { done, ask } = bench()
    const slow = Array.from({ length: 50 }, () => ask('slow', 3000))
    const quick = Array.from({ length: 3 }, () => ask('quick', 1))
    await Promise.all(quick)
    expect(done.slice(0, 4)).toEqual(['slow', 'quick', 'quick', 'quick'])
    await Promise.all(slow)
    expect(done).toHaveLength(53)
  })

  test('many quick pieces of one let in those of another', async () => {
    const { done, ask } = bench()
    await ask('few', 10)
    await setImmediate()
    const many = Array.from({ length: 100 }, () => ask('many', 10))
    const few = Array.from({ length: 3 }, () => ask('few', 10))
    await Promise.all(few)
    expect(done.indexOf('few', 1)).toBe(2)
    expect(done.lastIndexOf('few')).toBeLessThanOrEqual(8)
    await Promise.all(many)
  })

  test('fresh users by the hundred, of whom nobody knows how slow they are, come after one who was quick', async () => {
    const { done, ask } = bench()
    await ask('quick', 5)
    await setImmediate()
    const fresh = Array.from({ length: 100 }, (_, at) => ask(`fresh ${at}`, 3000))
    const quick = Array.from({ length: 3 }, () => ask('quick', 5))
    await Promise.all(quick)
    expect(done.slice(1, 5)).toEqual(['fresh 0', 'quick', 'quick', 'quick'])
    await Promise.all(fresh)
  })

  test('what was spent is forgotten with time, and work that fails holds up nobody', async () => {
    const { turns, done, ask, pass } = bench()
    await ask('a', 3000)
    // Its end is noted once the turn is over.
    await setImmediate()
    pass(600_000)
    await expect(turns.run('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await Promise.all([ask('c', 100), ask('a', 1), ask('c', 100), ask('a', 1)])
    expect(done).toEqual(['a', 'c', 'a', 'a', 'c'])
    expect(turns.waiting).toBe(0)
  })
})

test('where many wait, the share of one shrinks to one', async () => {
  const { turns, ask } = bench()
  expect(turns.shareOf(256)).toBe(256)
  const crowd = Array.from({ length: 900 }, (_, at) => ask(`user ${at % 300}`, 1))
  expect(turns.shareOf(2560)).toBe(8)
  expect(turns.shareOf(256)).toBe(1)
  await Promise.all(crowd)
  expect(turns.shareOf(256)).toBe(256)
})

test("a user's schemas wait up to a bound, and other users' are looked at meanwhile", async () => {
  const checks = new SchemaThreads(() => performance.now())
  const endless = { pattern: '^(a+)+$', type: 'string' }
  const text = JSON.stringify(`${'a'.repeat(40)}!`)
  try {
    const slow = Array.from({ length: 18 }, () => checks.misfit('slow', endless, text))
    const quick = await checks.misfit('quick', { type: 'object' }, '3')
    expect(quick).toMatch(/object/)
    // Those beyond the bound are taken as they are, at once.
    expect(await Promise.race([slow[17], Promise.resolve('waits')])).toBe('late')
    const schemas = Array.from({ length: 18 }, (_, at) => checks.faultOf('slow', { type: 'object', title: `${at}` }))
    expect((await Promise.allSettled(schemas)).map(({ status }) => status).slice(-1)).toEqual(['rejected'])
  } finally {
    await checks.close()
  }
})

/** What takes many seconds to be looked at, with a name so that it is a new one. */
const slowSchema = (title: string) => ({
  title,
  type: 'object',
  unevaluatedProperties: false,
  properties: Object.fromEntries(
    Array.from({ length: 3000 }, (_, at) => [
      `p${at}`,
      { anyOf: [{ type: 'object', unevaluatedProperties: false, properties: { a: { pattern: `^x${at}$` } } }] },
    ]),
  ),
})

test('a user whose schema took too long pauses, and others do not', async () => {
  const checks = new SchemaThreads(() => performance.now())
  try {
    expect(await checks.faultOf('slow', slowSchema('first'))).toMatch(/takes too long/)
    await expect(checks.faultOf('slow', { type: 'object' })).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await checks.faultOf('other', { type: 'object' })).toBeUndefined()
  } finally {
    await checks.close()
  }
})

test('a pause doubles with each schema that takes too long, to an hour, and is forgotten after one without any', () => {
  let now = 1000
  const slow = new SlowUsers(() => now)
  expect(slow.pauseOf('a')).toBe(0)
  const pauses = Array.from({ length: 11 }, () => {
    slow.note('a')
    const pause = slow.pauseOf('a')
    now += pause
    return pause / 1000
  })
  expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
  expect([slow.pauseOf('a'), slow.pauseOf('b')]).toEqual([0, 0])
  now += 3_600_000
  slow.note('a')
  expect(slow.pauseOf('a')).toBe(10_000)
})

/** Slow ones have a third of their time: what is tried is who comes after whom, and all of it would take 15 s. */
function hurriedThread(data: SchemaThreadData): Looker {
  const worker = new SchemaWorker(data)
  const hurry = data.behind ? { limit_ms: LASTING.limit_ms / 3, wall_ms: LASTING.wall_ms / 3 } : {}
  return { look: (task) => worker.look({ ...task, ...hurry }), close: () => worker.close() }
}

test('slow texts of many fresh users hold up nobody, and theirs end', { timeout: 120_000 }, async () => {
  const checks = new SchemaThreads(() => performance.now(), hurriedThread)
  const endless = { pattern: '^(a+)+$', type: 'string' }
  const text = JSON.stringify(`${'a'.repeat(40)}!`)
  try {
    // Known to be quick: a machine that is so busy that this takes 100 ms puts no fresh users before it either.
    expect(await checks.misfit('known', { type: 'object' }, '{}')).toBeUndefined()
    let told = 0
    const slow = Array.from({ length: 6 }, async (_, at) => {
      const found = await checks.misfit(`fresh ${at}`, endless, text)
      told++
      return found
    })
    expect(await checks.misfit('known', { type: 'object' }, '3')).toMatch(/object/)
    // Each had the whole of its time before anybody else was looked at.
    expect(told).toBeLessThan(5)
    // A host waits for each: those that are not looked at in time are taken as they are.
    expect(new Set(await Promise.all(slow))).toEqual(new Set(['late']))
  } finally {
    await checks.close()
  }
})

test('a schema that takes longer than quick ones is looked at all the same', async () => {
  const checks = new SchemaThreads(() => performance.now())
  // 2^22 steps: some tenths of a second.
  const slow = { type: 'string', pattern: '^(a|a)*$' }
  try {
    expect(await checks.misfit('a', slow, JSON.stringify(`${'a'.repeat(22)}!`))).toMatch(/pattern|late/)
    expect(await checks.misfit('a', slow, JSON.stringify('aaa'))).toBeUndefined()
  } finally {
    await checks.close()
  }
})
