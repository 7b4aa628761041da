import { expect, test } from 'vitest'
import { sumsClose, truthIsWhole, unsaidOn } from './paper-checks.ts'
import { lacking, printedBy } from './round-12/papers/index.ts'
import { all, left } from './round-15/papers/index.ts'

if (left.length > 0) console.log(`papers of the fifteenth round that cannot be made here: ${left.join(', ')}`)

const TODAY = '2026-11-27'

/** Its total is rounded to whole rupees, after the tax. */
const ROUNDED = 'in-gst-tax-invoice'

test('the fifteenth round has papers of thinly covered countries, one of a layout', () => {
  expect(all.length).toBe(56)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(new Set(all.map(({ name }) => name.slice(0, 2))).size).toBeGreaterThan(20)
  expect(new Set(all.map(({ truth }) => truth.document_type)).size).toBe(14)
})

test('the truth of the fifteenth round has known names, values and columns, and nothing is dated after today', () => {
  for (const sheet of all) truthIsWhole(sheet, TODAY)
})

test('sums and check digits of the fifteenth round close', () => {
  for (const sheet of all) if (sheet.name !== ROUNDED) sumsClose(sheet)
})

test('the pages of the fifteenth round print what the truth says', async () => {
  expect(await unsaidOn(printedBy(all.filter((each) => !lacking(each))))).toEqual([])
}, 180_000)
