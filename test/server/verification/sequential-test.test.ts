import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  EVIDENCE_TABLES,
  type EvidenceKind,
  KINDS_OF_EVIDENCE,
  levelOf,
  likelihoodRatio,
  SOURCES,
} from '../../../server/src/market/verification/evidence-tables.ts'
import {
  accusation,
  beginTest,
  FALSE_ACCUSATIONS,
  jobsUntilVerified,
  type Observation,
  refusedFrom,
  verdictOf,
  withEvidence,
} from '../../../server/src/market/verification/sequential-test.ts'
import { job, life, seeded } from './seeded.ts'

const sum = (shares: readonly number[]) => shares.reduce((total, share) => total + share, 0)

describe('the tables', () => {
  test.each(KINDS_OF_EVIDENCE)('%s: rows sum to one, and the ratio grows with the level', (kind) => {
    const { from, honest, cheating, source } = EVIDENCE_TABLES[kind]
    expect(SOURCES).toContain(source)
    expect([honest.length, cheating.length]).toEqual([from.length + 1, from.length + 1])
    expect(sum(honest)).toBeCloseTo(1, 9)
    expect(sum(cheating)).toBeCloseTo(1, 9)
    const ratios = honest.map((_, level) => likelihoodRatio(kind, level))
    expect(ratios).toEqual([...ratios].sort((a, b) => a - b))
    // One job alone never decides.
    expect(Math.log(Math.max(...ratios))).toBeLessThan(-Math.log(FALSE_ACCUSATIONS))
  })

  test('a value stands on the level whose bounds hold it', () => {
    expect([0, 0.0039, 0.004, 0.06, 1].map((value) => levelOf('greedy_misses', value))).toEqual([0, 0, 1, 4, 5])
  })
})

describe('the bound on false accusations', () => {
  test('what is expected of an honest job leaves the accusation where it is: one in the mean', () => {
    const kinds = fc.constantFrom<EvidenceKind>(...KINDS_OF_EVIDENCE)
    const seen = kinds.chain((kind) =>
      fc.record({ kind: fc.constant(kind), level: fc.nat({ max: EVIDENCE_TABLES[kind].from.length }) }),
    )
    const before = fc.array(fc.array(seen, { maxLength: 3 }), { maxLength: 30 })
    fc.assert(
      fc.property(before, kinds, (jobs, kind) => {
        const test = jobs.reduce(withEvidence, beginTest())
        const { honest } = EVIDENCE_TABLES[kind]
        const after = honest.map((share, level) => share * Math.exp(accusation(withEvidence(test, [{ kind, level }]))))
        expect(sum(after) / Math.exp(accusation(test))).toBeCloseTo(1, 6)
      }),
      { numRuns: 200 },
    )
  })

  test('of 1,500 honest hosts on the worst honest row, over 250 checks each, no more than allowed', () => {
    const [hosts, jobs] = [1500, 250]
    let refused = 0
    let watched = 0
    for (let host = 0; host < hosts; host++) {
      const chance = seeded(host)
      const verdicts = life(jobs, () => job('honest', chance, ['greedy_misses', 'plausibility']))
      if (verdicts.includes('refused')) refused += 1
      if (verdicts.includes('watch')) watched += 1
    }
    expect(refused).toBeLessThanOrEqual(hosts * FALSE_ACCUSATIONS)
    expect(watched).toBeLessThanOrEqual(hosts / 20)
  })

  test('the shares of all tests of one host sum to one life', () => {
    const shares = Array.from({ length: 1000 }, (_, at) => Math.exp(-refusedFrom(at + 1)))
    expect(sum(shares)).toBeLessThan(FALSE_ACCUSATIONS)
    expect(sum(shares)).toBeGreaterThan(0.99 * FALSE_ACCUSATIONS)
  })
})

/** In how many of these worlds the host is refused within so many checked jobs. */
function foundWithin(
  jobs: number,
  kinds: readonly EvidenceKind[],
  cheats: (at: number, chance: () => number) => boolean,
) {
  const worlds = 400
  let found = 0
  for (let world = 0; world < worlds; world++) {
    const chance = seeded(world + 1)
    const of = (at: number) => job(cheats(at, chance) ? 'cheating' : 'honest', chance, kinds)
    if (life(jobs, of).at(-1) === 'refused') found += 1
  }
  return found / worlds
}

describe('cheats are found', () => {
  const scored: EvidenceKind[] = ['greedy_misses', 'plausibility']
  test('another model within 12 checked jobs where texts are scored, of sampled ones within 40', () => {
    expect(foundWithin(12, scored, () => true)).toBeGreaterThan(0.95)
    expect(foundWithin(40, ['sampled_gap'], () => true)).toBeGreaterThan(0.95)
  })

  test('checks that are left unanswered within 40', () => {
    expect(foundWithin(40, ['unanswered'], () => true)).toBeGreaterThan(0.95)
  })

  test('within 40 by replay alone', () => {
    expect(foundWithin(40, ['agreement'], () => true)).toBeGreaterThan(0.9)
  })

  test('one that spoils every third job within 50, every tenth within 300', () => {
    expect(foundWithin(50, scored, (_, chance) => chance() < 1 / 3)).toBeGreaterThan(0.95)
    expect(foundWithin(300, scored, (_, chance) => chance() < 0.1)).toBeGreaterThan(0.9)
  })

  test('one that was honest for 300 jobs is found within 20 of the others', () => {
    expect(foundWithin(320, scored, (at) => at >= 300)).toBeGreaterThan(0.95)
  })
})

test('a test that began before a source was known goes on', () => {
  const before = { jobs: 4, against: { scoring: { jobs: 4, ratios: [-3, -3, -3] } }, doubt: -1 }
  const after = withEvidence(before, [{ kind: 'unanswered', level: 1 }])
  expect(accusation(after)).toBeGreaterThan(accusation(before))
  expect(after.against.scoring).toEqual(before.against.scoring)
})

describe('verified', () => {
  test('takes several jobs that speak for the host, and is said how many', () => {
    const good = [{ kind: 'greedy_misses', level: 0 } as const]
    let state = beginTest()
    const told = jobsUntilVerified(state)
    for (let at = 0; at < told; at++) {
      expect(verdictOf(state)).toBe('undecided')
      state = withEvidence(state, good)
    }
    expect(verdictOf(state)).toBe('verified')
    expect(jobsUntilVerified(state)).toBe(0)
    const bad = withEvidence(state, [{ kind: 'greedy_misses', level: 5 }])
    expect(verdictOf(bad)).not.toBe('verified')
  })

  test('never comes of answers that only look plausible', () => {
    const plausible = [{ kind: 'plausibility', level: 0 } as const, { kind: 'unanswered', level: 0 } as const]
    expect(life(500, () => plausible).at(-1)).toBe('undecided')
  })

  test('hosts that spoil a third of their jobs are seldom taken for honest before they are refused', () => {
    let verified = 0
    for (let world = 0; world < 1000; world++) {
      const chance = seeded(world)
      const of = () => job(chance() < 0.3 ? 'cheating' : 'honest', chance, ['greedy_misses'])
      if (life(100, of).includes('verified')) verified += 1
    }
    expect(verified).toBeLessThanOrEqual(50)
  })

  test('the worst of honest hosts are verified within 40 checks at four in five, usual ones at nearly all', () => {
    const worlds = 400
    const verified = (of: (chance: () => number) => Observation[]) => {
      let soon = 0
      for (let world = 0; world < worlds; world++) {
        const chance = seeded(world)
        if (life(40, () => of(chance)).includes('verified')) soon += 1
      }
      return soon / worlds
    }
    expect(verified((chance) => job('honest', chance, ['greedy_misses', 'plausibility']))).toBeGreaterThan(0.8)
    // Four of five jobs as on the reference's own machine.
    const usual = (chance: () => number): Observation[] =>
      chance() < 0.8 ? [{ kind: 'greedy_misses', level: 0 }] : job('honest', chance, ['greedy_misses'])
    expect(verified(usual)).toBeGreaterThan(0.98)
  })
})
