import { expect, test } from 'vitest'
import { sumsClose, truthIsWhole, unsaidOn } from './paper-checks.ts'
import { lacking, printedBy } from './round-12/papers/index.ts'
import { all, left } from './round-13/papers/index.ts'

if (left.length > 0) console.log(`papers of the thirteenth round that cannot be made here: ${left.join(', ')}`)

const TODAY = '2026-11-27'

test('the thirteenth round has papers of many issuers, kinds and languages', () => {
  expect(all.length).toBe(62)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(new Set(all.map(({ truth }) => truth.document_type)).size).toBe(14)
  expect(new Set(all.map(({ locale }) => locale.slice(0, 2))).size).toBe(20)
})

test('the truth of the thirteenth round has known names, values and columns, and nothing is dated after today', () => {
  for (const sheet of all) truthIsWhole(sheet, TODAY)
})

test('sums and check digits of the thirteenth round close', () => {
  for (const sheet of all) sumsClose(sheet)
})

test('the pages of the thirteenth round print what the truth says', async () => {
  expect(await unsaidOn(printedBy(all.filter((each) => !lacking(each))))).toEqual([])
}, 180_000)
