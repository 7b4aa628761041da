import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { SchemaThreads } from '../../server/src/market/formats/schema-checks.ts'
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
    const many = Array.from({ length: 100 }, () => ask('many', 10))
    const few = Array.from({ length: 3 }, () => ask('few', 10))
    await Promise.all(few)
    expect(done.indexOf('few')).toBe(1)
    expect(done.lastIndexOf('few')).toBeLessThanOrEqual(6)
    await Promise.all(many)
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
