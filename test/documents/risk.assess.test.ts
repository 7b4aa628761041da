import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Family,
  type Flag,
  type Severity,
  TARGETS,
  type Target,
} from '../../server/src/documents/model/findings.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import type { Circumstances } from '../../server/src/documents/risk/circumstances.ts'

const SEVERITIES: Severity[] = ['info', 'low', 'medium', 'high', 'critical']
const FAMILIES: Family[] = ['structure', 'typography', 'arithmetic', 'identity', 'consistency', 'cross_document']

const seen: Circumstances = {
  type: 'T4_TAX_SLIP',
  typeConfidence: 1,
  fieldConfidence: 0.95,
  fieldCount: 12,
  recognised: 0,
  recognition: 1,
  rewritten: false,
}

const flag = (severity: Severity, family: Family, proof = false, at: Target = 'other'): Flag => ({
  code: 'X',
  severity,
  family,
  message: '',
  fields: [],
  evidence: [],
  proof,
  at: [at],
})

const flags = fc.array(
  fc
    .tuple(fc.constantFrom(...SEVERITIES), fc.constantFrom(...FAMILIES), fc.boolean(), fc.constantFrom(...TARGETS))
    .map((made) => flag(...made)),
  { maxLength: 12 },
)
const RANKS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']

describe('the score', () => {
  test('one more flag never lowers it, and level and score agree', () => {
    fc.assert(
      fc.property(flags, flags, (some, more) => {
        const [less, all] = [assess(some, seen), assess([...some, ...more], seen)]
        expect(all.score).toBeGreaterThanOrEqual(less.score)
        expect(all.score).toBeLessThanOrEqual(100)
        expect(RANKS[Math.min(3, Math.floor(all.score / 25))]).toBe(all.level)
      }),
    )
  })

  test('no number of unsure signs of one family, none at an amount, lifts it above LOW', () => {
    fc.assert(
      fc.property(flags, fc.constantFrom(...FAMILIES), (some, family) => {
        expect(
          assess(
            some.map((one) => ({ ...one, family, proof: false, at: ['date'] })),
            seen,
          ).level,
        ).toBe('LOW')
      }),
    )
  })

  test('no number of low flags does', () => {
    const low = FAMILIES.flatMap((family) => Array.from({ length: 9 }, () => flag('low', family)))
    expect(assess(low, seen).level).toBe('LOW')
  })

  test.each([
    ['nothing', [], 'LOW'],
    ['one family', [flag('high', 'identity')], 'LOW'],
    ['two families', [flag('medium', 'identity'), flag('medium', 'consistency')], 'MEDIUM'],
    ['two grave families', [flag('high', 'identity'), flag('high', 'consistency')], 'HIGH'],
    ['proof of medium', [flag('medium', 'arithmetic', true)], 'MEDIUM'],
    [
      'proof of medium beside a grave one of the same family',
      [flag('medium', 'arithmetic', true), flag('high', 'arithmetic')],
      'MEDIUM',
    ],
    ['an unsure sign at an amount', [flag('medium', 'arithmetic', false, 'amount')], 'MEDIUM'],
    ['an unsure sign at a name', [flag('high', 'typography', false, 'name')], 'LOW'],
    ['a grave clear sign at a name', [flag('high', 'typography', true, 'name')], 'HIGH'],
    ['a grave clear sign elsewhere', [flag('high', 'structure', true)], 'MEDIUM'],
    ['clear signs of two families', [flag('medium', 'typography', true), flag('medium', 'arithmetic', true)], 'HIGH'],
    ['a note at an amount', [flag('low', 'arithmetic', true, 'amount')], 'LOW'],
    ['critical proof', [flag('critical', 'structure', true)], 'CRITICAL'],
  ] as const)('%s', (_, some, level) => expect(assess([...some], seen).level).toBe(level))

  test('the gravest flag comes first', () => {
    const sorted = assess([flag('info', 'structure'), flag('high', 'identity'), flag('low', 'consistency')], seen).flags
    expect(sorted.map(({ severity }) => severity)).toEqual(['high', 'low', 'info'])
  })
})

describe('its confidence', () => {
  const confidence = (change: Partial<Circumstances>, some: Flag[] = []) =>
    assess(some, { ...seen, ...change }).confidence

  test('falls with bad scans, doubtful fields, types without rules and files written anew', () => {
    const usual = confidence({})
    expect(usual).toBeGreaterThan(0.85)
    expect(confidence({ recognised: 1, recognition: 0.5 })).toBeLessThan(0.6 * usual)
    expect(confidence({ fieldConfidence: 0.4 })).toBeLessThan(0.8 * usual)
    expect(confidence({ type: 'UNKNOWN' })).toBeLessThan(0.6 * usual)
    expect(confidence({ rewritten: true })).toBeLessThan(usual)
    expect(confidence({ fieldCount: 0, fieldConfidence: 0 })).toBeLessThan(0.6 * usual)
  })

  test('does not need rules for a type where there is proof', () => {
    expect(confidence({ type: 'UNKNOWN' }, [flag('high', 'structure', true)])).toBeGreaterThanOrEqual(0.8)
  })
})
