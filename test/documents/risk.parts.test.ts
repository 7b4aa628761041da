import { expect, test } from 'vitest'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { DocumentPart, Flag } from '../../server/src/documents/model/findings.ts'
import { partRisks } from '../../server/src/documents/risk/part-risks.ts'
import { STANDARD_POLICY } from '../../server/src/documents/risk/policy/policy.ts'
import { partOf, readingOf } from './risk-case.ts'

const made = { type: 'INVOICE' as const, fields: { invoice_total: 10 } }
const on = (pages: number[], region?: Box): DocumentPart => ({ ...partOf(made), pages, region })

function flag(code: string, more: Partial<Flag>): Flag {
  const plain = { severity: 'low' as const, family: 'structure' as const, fields: [], evidence: [], proof: false }
  return { code, message: code, ...plain, ...more }
}

const codesOf = (flags: Flag[], parts: DocumentPart[]) =>
  partRisks(flags, readingOf(made, []), { parts, policy: STANDARD_POLICY }).map((risk) =>
    risk.flags.map(({ code }) => code),
  )

test('what a rule found in one document counts for it, whatever page it points at', () => {
  const found = [flag('OF_SECOND', { parts: [1], evidence: [{ page: 1, bbox: [0, 0, 9, 9] }] })]
  expect(codesOf(found, [on([1]), on([2])])).toEqual([[], ['OF_SECOND']])
})

test('a sign at a place counts for the document there, one of the whole file for each', () => {
  const found = [flag('AT_PAGE', { evidence: [{ page: 2, bbox: [0, 0, 9, 9] }] }), flag('OF_FILE', {})]
  expect(codesOf(found, [on([1]), on([2])])).toEqual([['OF_FILE'], ['AT_PAGE', 'OF_FILE']])
})

test('of two slips on a page each has what lies in its own part of the page', () => {
  const found = [flag('BELOW', { evidence: [{ page: 1, bbox: [10, 10, 20, 20] }] })]
  expect(codesOf(found, [on([1], [0, 400, 600, 800]), on([1], [0, 0, 600, 400])])).toEqual([[], ['BELOW']])
})
