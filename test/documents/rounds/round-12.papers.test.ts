import { expect, test } from 'vitest'
import { sumsClose, truthIsWhole, unsaidOn } from './paper-checks.ts'
import { all, lacking, left, printedBy } from './round-12/papers/index.ts'
import { all as scans } from './round-12-scans/index.ts'

if (left.length > 0) console.log(`papers of the twelfth round that cannot be made here: ${left.join(', ')}`)

const TODAY = '2026-11-27'
const both = [...all, ...scans]

test('the twelfth round has papers of many issuers, kinds and languages', () => {
  expect([all.length, scans.length]).toEqual([82, 25])
  expect(new Set(both.map(({ name }) => name)).size).toBe(both.length)
  expect(new Set(both.map(({ truth }) => truth.document_type)).size).toBe(23)
  expect(new Set(both.map(({ locale }) => locale.slice(0, 2))).size).toBe(16)
})

test('the truth of the twelfth round has known names, values and columns, and nothing is dated after today', () => {
  for (const sheet of both) truthIsWhole(sheet, TODAY)
})

test('sums and check digits of the twelfth round close', () => {
  for (const sheet of both) sumsClose(sheet)
})

test('the pages of the twelfth round print what the truth says', async () => {
  expect(await unsaidOn(printedBy(both.filter((each) => !lacking(each))))).toEqual([])
}, 180_000)
