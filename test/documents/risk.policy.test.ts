import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/src/config.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { STANDARD_POLICY } from '../../server/src/documents/risk/policy/policy.ts'
import { targetOf } from '../../server/src/documents/risk/policy/targets.ts'
import { readPolicy } from '../../server/src/risk-policy-file.ts'
import { type Case, flagsOf, partOf, readingOf } from './risk-case.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-policy-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(content: unknown): string {
  const path = join(folder, 'policy.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** A pay stub whose net is 100 above what its deductions leave. */
const BROKEN: Case = {
  type: 'PAY_STUB',
  fields: { gross_pay: 1000, total_deductions: 250.5, net_pay: 849.5 },
}

const levelBy = (policy: typeof STANDARD_POLICY) => {
  const parts = [partOf(BROKEN)]
  return assess(flagsOf(BROKEN), circumstancesOf(readingOf(BROKEN, parts), parts), policy)
}

describe('an operator', () => {
  test('makes a flag a mere note, and the answer names the policy', () => {
    expect(levelBy(STANDARD_POLICY)).toMatchObject({ level: 'HIGH', policy: 'standard-1' })
    const lenient = readPolicy(
      fileOf({ name: 'ours', levels: STANDARD_POLICY.levels, severities: { PAY_STUB_NET: 'info' } }),
    )
    expect(levelBy(lenient)).toMatchObject({ level: 'LOW', policy: 'ours' })
  })

  test('says what each level takes', () => {
    const levels = [{ level: 'CRITICAL', sign: 'unsure', severity: 'low', at: ['amount'] }]
    expect(levelBy(readPolicy(fileOf({ name: 'strict', levels })))).toMatchObject({ level: 'CRITICAL', score: 80 })
  })

  test.each([
    ['no JSON', '{"name": ', /--risk-policy \(MKT_RISK_POLICY\) is ".*policy.json": is not JSON/],
    ['no level', { name: 'x', levels: [] }, /is no risk policy: levels/],
    ['an unknown level', { name: 'x', levels: [{ level: 'HUGE', sign: 'clear', severity: 'low' }] }, /levels.0.level/],
    ['a misspelt member', { name: 'x', levels: STANDARD_POLICY.levels, severity: {} }, /severity/],
  ])('is told at the start of a file with %s', (_, content, said) => {
    expect(() => readConfig({ riskPolicy: fileOf(content) }, {})).toThrow(said)
  })

  test('is told of a file that is not there', () => {
    expect(() => readConfig({ riskPolicy: join(folder, 'none.json') }, {})).toThrow(/cannot be read: ENOENT/)
  })
})

test.each([
  ['net_pay', 'amount'],
  ['due_date', 'date'],
  ['employee_name', 'name'],
  ['iban', 'account'],
  ['employee_ssn', 'account'],
  ['invoice_number', 'other'],
])('a sign at %s is one at an %s', (field, target) => expect(targetOf(field)).toBe(target))

test('a sign is one at the fields that it names', () => {
  const [flag] = flagsOf(BROKEN).filter(({ code }) => code === 'PAY_STUB_NET')
  expect(flag?.at).toEqual(['amount'])
})
