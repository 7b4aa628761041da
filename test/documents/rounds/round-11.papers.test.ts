import { expect, test } from 'vitest'
import { sumsClose, truthIsWhole, unprinted } from './paper-checks.ts'
import { all, left, papers } from './round-11/papers/index.ts'

if (left.length > 0) console.log(`papers of the eleventh round that cannot be made here: ${left.join(', ')}`)

const TODAY = '2026-11-26'

test('the eleventh round has papers of many issuers, kinds and languages', () => {
  expect(all.length).toBeGreaterThan(55)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(new Set(all.map(({ truth }) => truth.document_type)).size).toBe(16)
  expect(new Set(all.map(({ locale }) => locale.slice(0, 2))).size).toBe(14)
})

test('the truth of the eleventh round has known names, values and columns, and nothing is dated after today', () => {
  for (const sheet of all) truthIsWhole(sheet, TODAY)
})

test('sums and check digits of the eleventh round close', () => {
  for (const sheet of all) sumsClose(sheet)
})

test('the pages of the eleventh round print what the truth says', async () => {
  const unsaid: [string, unknown[]][] = []
  for await (const { name, bytes, truth } of papers()) {
    const implied = [truth.fields.subtotal, truth.fields.total_tax]
    const lacking = (await unprinted(bytes, truth)).filter((value) => !implied.includes(value as number))
    if (lacking.length > 0) unsaid.push([name, lacking])
  }
  expect(unsaid).toEqual([])
}, 120_000)
