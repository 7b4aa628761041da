import { expect, test } from 'vitest'
import { sumsClose, truthIsWhole, unsaidOn } from './paper-checks.ts'
import type { Sheet } from './round-3/papers/sheet.ts'
import { lacking, printedBy } from './round-12/papers/index.ts'
import { all, BY_CELL, left } from './round-14/papers/index.ts'

if (left.length > 0) console.log(`papers of the fourteenth round that cannot be made here: ${left.join(', ')}`)

const TODAY = '2026-11-27'

/** Papers that are written cell by cell, as sheets are checked. */
const cellwise = BY_CELL.map((paper): Sheet => {
  const { name, truth, cells, printer } = paper
  const text = cells.map((cell) => cell.text).join('\n')
  return { name, truth, printer, text, made: TODAY, money: '', date: '', locale: '', scanOnly: false }
})
const both = [...all, ...cellwise]

test('the fourteenth round has papers of the kinds that a lender gets, one of a layout', () => {
  expect(all.length).toBe(36)
  expect(cellwise.length).toBe(9)
  expect(new Set(both.map(({ name }) => name)).size).toBe(both.length)
  expect(new Set(both.map(({ truth }) => truth.document_type)).size).toBe(12)
})

test('the truth of the fourteenth round has known names, values and columns, and nothing is dated after today', () => {
  for (const sheet of all) truthIsWhole(sheet, TODAY)
})

test('sums and check digits of the fourteenth round close', () => {
  for (const sheet of both) sumsClose(sheet)
})

test('the pages of the fourteenth round print what the truth says', async () => {
  expect(await unsaidOn(printedBy(all.filter((each) => !lacking(each))))).toEqual([])
}, 180_000)
