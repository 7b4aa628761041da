import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SchemaThreads } from '../../server/src/market/formats/schema-checks.ts'
import type { Looked, SchemaTask } from '../../server/src/market/formats/schema-thread.ts'
import { UserTurns } from '../../server/src/market/formats/user-turns.ts'

const LASTING_MS = 3000

/** Takes so long, with a name so that it is a new one. */
const taking = (ms: number, title = '') => ({ ms, title })

/** Threads on a clock that only their work moves; what is slow is looked at while `open`. */
function bench() {
  let now = 0
  let gate = Promise.withResolvers<void>()
  const looked: string[] = []
  const look = async ({ schema, limit_ms }: SchemaTask): Promise<Looked> => {
    const { ms, title } = schema as ReturnType<typeof taking>
    if (limit_ms === LASTING_MS) {
      looked.push(title)
      await gate.promise
    }
    now += Math.min(ms, limit_ms)
    return ms > limit_ms ? 'late' : null
  }
  const checks = new SchemaThreads(
    () => now,
    () => ({ look, close: async () => undefined }),
  )
  const open = () => gate.resolve()
  const shut = () => {
    gate = Promise.withResolvers()
  }
  return { checks, looked, open, shut, pass: (ms: number) => (now += ms) }
}

/** Whatever can be done is. */
async function settle(): Promise<void> {
  for (let at = 0; at < 50; at++) await setImmediate()
}

/** What became of it so far. */
function follow(promise: Promise<string | undefined>) {
  const state: { is: string | undefined } = { is: 'waits' }
  void promise.then(
    (value) => (state.is = value),
    (error: { code: string; message: string }) => (state.is = `${error.code}: ${error.message}`),
  )
  return state
}

// The longest wait ends where a test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('new schemas: 32 accounts with 16 slow ones each refuse nobody else', async () => {
  const { checks } = bench()
  const slow = Array.from({ length: 32 * 16 }, (_, at) => follow(checks.faultOf(`${at % 32}`, taking(9000, `${at}`))))
  await settle()
  const stranger = follow(checks.faultOf('stranger', taking(1)))
  await settle()
  expect(stranger.is).toBeUndefined()
  // One is looked at, two of each user wait; the rest of each user's are refused, and those alone.
  const waits = slow.filter(({ is }) => is === 'waits')
  expect(waits).toHaveLength(1 + 32 * 2)
  expect(slow.find(({ is }) => is !== 'waits')?.is).toMatch(/^rate_limited: Too many/)
})

test('new schemas: of a user whose schema took too long are passed over', async () => {
  const { checks, looked, open } = bench()
  const slow = Array.from({ length: 3 }, (_, at) => follow(checks.faultOf('slow', taking(9000, `${at}`))))
  await settle()
  open()
  await settle()
  expect(looked).toEqual(['0'])
  expect(slow.map(({ is }) => is?.slice(0, 25))).toEqual([
    'takes too long to be look',
    'rate_limited: A JSON Sche',
    'rate_limited: A JSON Sche',
  ])
})

test('new schemas: that nobody waits for are passed over, and their places are free at once', async () => {
  const { checks, looked, open } = bench()
  let here = true
  void follow(checks.faultOf('first', taking(200, 'first')))
  await settle()
  const left = ['a', 'b'].map((title) => follow(checks.faultOf('left', taking(200, title), () => here)))
  await settle()
  here = false
  const again = follow(checks.faultOf('left', taking(200, 'again')))
  await settle()
  expect([...left, again].map(({ is }) => is?.slice(0, 12))).toEqual(['rate_limited', 'rate_limited', 'waits'])
  open()
  await settle()
  expect(looked).toEqual(['first', 'again'])
  expect(again.is).toBeUndefined()
})

test('new schemas: that are slow wait no longer than a while, and whose turn came is noted', async () => {
  const { checks, open } = bench()
  const runs = follow(checks.faultOf('slow', taking(9000, 'runs')))
  const waits = follow(checks.faultOf('waits', taking(200, 'waits')))
  await settle()
  vi.advanceTimersByTime(10_000)
  await settle()
  expect([runs.is, waits.is]).toEqual(Array(2).fill(expect.stringMatching(/^rate_limited: Too many/)))
  open()
  await settle()
  const next = follow(checks.faultOf('slow', taking(1, 'next')))
  await settle()
  expect(next.is).toMatch(/took too long/)
})

test('new schemas: that are slow are looked at before those of strangers where a user was quick before', async () => {
  const { checks, looked, open } = bench()
  await checks.faultOf('buyer', taking(1))
  const fresh = Array.from({ length: 20 }, (_, at) => follow(checks.faultOf(`${at}`, taking(9000, `${at}`))))
  await settle()
  void follow(checks.faultOf('buyer', taking(200, 'buyer')))
  await settle()
  open()
  await settle()
  expect(looked.slice(0, 2)).toEqual(['0', 'buyer'])
  expect(fresh).toHaveLength(20)
})

describe('slow texts', () => {
  test('do not wait behind slow schemas', async () => {
    const { checks, looked, open, shut } = bench()
    for (let at = 0; at < 20; at++) void follow(checks.faultOf(`${at}`, taking(9000, 'schema')))
    await settle()
    // What is looked at now stays so; what comes later is not held up by it.
    open()
    shut()
    const text = follow(checks.misfit('buyer', taking(200, 'text'), '1'))
    await settle()
    expect(looked).toContain('text')
    open()
    await settle()
    expect(text.is).toBeUndefined()
  })

  test('of a buyer who was quick before come ahead of those of fresh accounts, again and again', async () => {
    const { checks, looked, open, shut } = bench()
    await checks.misfit('buyer', taking(1), '1')
    for (let at = 0; at < 20; at++) void follow(checks.misfit(`${at}`, taking(9000, `${at}`), '1'))
    await settle()
    const texts = ['once', 'twice'].map((title) => follow(checks.misfit('buyer', taking(200, title), '1')))
    await settle()
    open()
    await settle()
    shut()
    expect(looked.slice(0, 3)).toEqual(['0', 'once', 'twice'])
    expect(texts.map(({ is }) => is)).toEqual([undefined, undefined])
  })
})

test('what is passed over tells nothing of how quick its user is', async () => {
  let now = 0
  const turns = new UserTurns(() => now)
  await turns.run(
    'left',
    async () => undefined,
    () => false,
  )
  expect(turns.spentBy('left')).toBeUndefined()
  await turns.run('quick', async () => {
    now += 5
  })
  turns.introduce('quick', 3000)
  turns.introduce('new', 7)
  turns.introduce('stranger', undefined)
  expect(['quick', 'new', 'stranger'].map((user) => turns.spentBy(user))).toEqual([5, 7, undefined])
})
