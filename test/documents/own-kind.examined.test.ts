import { expect, test } from 'vitest'
import { extract } from '../../server/src/documents/extract/extract.ts'
import type { OwnKind } from '../../server/src/documents/extract/papers/own-kind.ts'
import type { DocumentPart, Section } from '../../server/src/documents/model/findings.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { findFlags } from '../../server/src/documents/risk/find-flags.ts'
import { partRisks } from '../../server/src/documents/risk/part-risks.ts'
import { STANDARD_POLICY } from '../../server/src/documents/risk/policy/policy.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

/** A kind of a few words of every invoice, as somebody may talk an owner into declaring. */
const FEES: OwnKind = {
  name: 'FEE_NOTE',
  titles: ['invoice'],
  fields: [
    { name: 'number', kind: 'text', labels: ['invoice number'] },
    { name: 'fee', kind: 'amount', labels: ['subtotal'] },
    { name: 'to_pay', kind: 'amount', labels: ['total amount'] },
  ],
  tables: [],
}

const invoice = (total: string): Written[] => [
  [50, 740, 'INVOICE'],
  [50, 700, 'Invoice number'],
  [250, 700, 'A-10442'],
  [50, 560, 'Subtotal'],
  [400, 560, '1,000.00'],
  [50, 540, 'Sales tax'],
  [400, 540, '80.00'],
  [50, 520, 'Total amount'],
  [400, 520, total],
]

function judged(total: string, kinds: readonly OwnKind[], type: Section['type'] = 'INVOICE') {
  const layout = writtenPage(invoice(total))
  const reading = { source: SOURCE, pages: [layout] }
  const parts = extract(reading, [{ type, confidence: 0.99, pages: [1], region: undefined }], kinds)
  const flags = findFlags(reading, parts)
  const { level } = assess(flags, circumstancesOf(reading, parts))
  const [alone] = partRisks(flags, reading, { parts, policy: STANDARD_POLICY })
  return { part: parts[0] as DocumentPart, codes: flags.map(({ code }) => code), level, alone: alone?.level }
}

test('what an owner calls a paper is what it is named and read by, and excuses no sum of what it is', () => {
  const { part, codes, level, alone } = judged('9,080.00', [FEES])
  expect(part.own?.name).toBe('FEE_NOTE')
  expect(Object.keys(part.fields).toSorted()).toEqual(['fee', 'number', 'to_pay'])
  expect(codes).toContain('INVOICE_TOTAL')
  expect([level, alone]).toEqual(['HIGH', 'HIGH'])
  expect(codes).toEqual(judged('9,080.00', []).codes)
})

test('a sound paper of an own kind stays unflagged, and one of no built-in type has no other side', () => {
  expect(judged('1,080.00', [FEES])).toMatchObject({ codes: [], level: 'LOW' })
  expect(judged('9,080.00', [FEES], 'UNKNOWN').part).not.toHaveProperty('builtIn')
})
