import { expect, test } from 'vitest'
import type { Family, Flag, Severity } from '../../server/src/documents/model/findings.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import type { Circumstances } from '../../server/src/documents/risk/circumstances.ts'

const seen: Circumstances = {
  type: 'T4_TAX_SLIP',
  typeConfidence: 1,
  fieldConfidence: 0.95,
  fieldCount: 12,
  recognised: 0,
  recognition: 1,
  rewritten: false,
}
const flag = (severity: Severity, family: Family): Flag => ({
  code: 'X',
  severity,
  family,
  message: '',
  fields: [],
  evidence: [],
  proof: false,
})

// How a file was saved and what it is called are low: they stand beside a sign, and are none themselves.
const LOW = (['structure', 'typography', 'consistency', 'cross_document'] as const).map((family) => flag('low', family))

test.each(['medium', 'high', 'critical'] as const)(
  'one sign of %s severity stays LOW however many low ones of other families stand beside it',
  (severity) => expect(assess([flag(severity, 'identity'), ...LOW], seen).level).toBe('LOW'),
)

test('a second family of medium severity is what lifts it', () => {
  expect(assess([flag('medium', 'identity'), flag('medium', 'arithmetic')], seen).level).toBe('MEDIUM')
})
