import { describe, expect, test } from 'vitest'
import { manyLives } from './lives.ts'
import { readTiny, readTrained } from './measured.ts'
import { SERVER } from './policies.ts'
import { STRATEGIES } from './strategies.ts'
import { compare } from './table.ts'

const [tiny, trained] = [readTiny(), readTrained()]
const measured = { ...tiny, ...trained }
const life = { measured: trained, honest: 'bf16', spoils: 1, after: 0, most: 400, greedy: 0.3, paired: SERVER.paired }

describe('the verdicts', () => {
  test.each([0, 0.3, 1])('a smaller model is refused within 40 checks in 95 of 100 worlds (%d greedy)', (greedy) => {
    for (const cheat of ['smaller model', 'another model', '2 bits']) {
      expect(manyLives({ ...life, cheat, greedy }, 200, 1).within40, cheat).toBeGreaterThanOrEqual(0.95)
    }
  })

  test.each([
    ['trained', trained, ['bf16', 'fp16', 'int8']],
    ['tiny', tiny, ['honest', 'bf16', 'q8']],
  ] as const)('%s: other kernels and roundings are verified, and never refused', (_, of, kinds) => {
    for (const cheat of kinds) {
      const { ever, verified } = manyLives({ ...life, measured: of, honest: cheat, cheat }, 60, 1)
      expect({ cheat, ever, verified }).toEqual({ cheat, ever: 0, verified: 1 })
    }
  })

  test('four bits are refused within 60 checks in 95 of 100 worlds where customers ask for greedy texts', () => {
    const { ever, verified } = manyLives({ ...life, cheat: '4 bits', most: 60 }, 200, 1)
    expect(ever).toBeGreaterThanOrEqual(0.95)
    // Verified for a while before that: 6 in 100 seen, where the test means one in twenty.
    expect(verified).toBeLessThanOrEqual(0.1)
    expect(manyLives({ ...life, cheat: '6 bits' }, 60, 1).ever).toBe(0)
  })

  test('a host that turns after 200 honest checks is refused within 40 more', () => {
    expect(manyLives({ ...life, cheat: 'smaller model', after: 200 }, 100, 1).within40).toBeGreaterThanOrEqual(0.95)
  })
})

const strategyOf = (name: string) => STRATEGIES.find((one) => one.name === name) ?? expect.fail(name)
const world = { measured, days: 30, greedy: 0.3, share: 0.01, policy: SERVER, settled: true, seed: 1 }

/** Gains a tenth of what it may, and is found after weeks: see the next one. */
const SLOW = 'a smaller model for one job in ten'
/** Gains no more once it is known, and is found as late. */
const SLOW_TURN = 'turns for one job in ten'
/** Loses as much as whoever takes nothing. */
const DECOY = 'free decoy'

describe('what a group earns with a hundredth of sales spent on checks', () => {
  const names = STRATEGIES.map(({ name }) => name).filter((name) => ![SLOW, SLOW_TURN, DECOY].includes(name))
  test.each(names)('%s: less than honesty, and no honest host is refused', (name) => {
    for (const size of [1, 10]) {
      const { profit, honest, ended } = compare({ ...world, strategy: strategyOf(name), size })
      expect(profit, `${size} hosts`).toBeLessThan(honest)
      expect(ended.honest_refused).toBe(0)
    }
  })

  test(`${SLOW}: less than honesty in four months, in the mean of four worlds`, () => {
    const lived = [1, 2, 3, 4].map((seed) =>
      compare({ ...world, strategy: strategyOf(SLOW), size: 1, days: 120, seed }),
    )
    const mean = (of: 'profit' | 'honest') => lived.reduce((sum, one) => sum + one[of] / lived.length, 0)
    expect(mean('profit')).toBeLessThan(mean('honest'))
    expect(lived.every(({ ended }) => ended.found.length > 0)).toBe(true)
  })

  const TURNING = ['honest for ten days, then a smaller model', 'turns, and is honest while it is doubted', SLOW_TURN]
  test.each(['4 bits', 'truncated texts', 'canned text', ...TURNING])(
    '%s: less than honesty in a group of fifty',
    (name) => {
      const { profit, honest } = compare({ ...world, strategy: strategyOf(name), size: 50 })
      expect(profit).toBeLessThan(honest)
    },
  )
})

test('the same seed gives the same world', () => {
  const once = () => compare({ ...world, days: 5, strategy: strategyOf('3 bits'), size: 3 })
  expect(once()).toEqual(once())
})
