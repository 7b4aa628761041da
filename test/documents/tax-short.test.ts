import { expect, test } from 'vitest'
import { factsOf } from '../../server/src/documents/risk/facts.ts'
import { taxShort } from '../../server/src/documents/risk/tax-short.ts'
import { partOf, SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

const LINES = [1672, 637.5].map((amount) => ({ description: 'Work', amount }))

/** What the rule says of an invoice of two lines with this subtotal and tax at 20 %. */
function found(subtotal: number, tax: number, ...more: Written[]): string[] {
  const printed = tax.toFixed(2)
  const page = writtenPage([
    [40, 660, 'Subtotal'],
    [360, 660, subtotal.toFixed(2)],
    [40, 640, 'VAT 20%'],
    [360, 640, printed],
    ...more,
  ])
  const part = partOf({ type: 'INVOICE', fields: { subtotal, total_tax: tax }, rows: LINES, table: 'line_items' })
  if (part.fields.total_tax) part.fields.total_tax.words = page.page.words.filter(({ text }) => text === printed)
  return taxShort(factsOf({ source: SOURCE, pages: [page] }, part)).map(({ code, severity }) => `${severity} ${code}`)
}

test('the tax of another subtotal was left', () => {
  expect(found(2309.5, 461.9)).toEqual([])
  expect(found(2309.5, 261.9)).toEqual(['medium TAX_BELOW_RATE'])
  expect(found(2309.5, 412.4)).toEqual(['medium TAX_BELOW_RATE'])
})

test.each<[string, number, Written[]]>([
  ['one line of two bears it', 127.5, []],
  ['a base of its own', 300, [[360, 700, '1500.00']]],
  ['a discount taken off before', 441.9, [[360, 700, '-100.00']]],
  [
    'two amounts that bear none',
    421.9,
    [
      [360, 700, '150.00'],
      [360, 720, '50.00'],
    ],
  ],
  ['prices that hold it', 250, [[360, 700, '1500.00']]],
  ['another rate beside it', 261.9, [[40, 620, 'VAT 5%']]],
  ['more than the rate', 561.9, []],
  ['a cent of rounding', 461.88, []],
])('not where %s', (_, tax, more) => expect(found(2309.5, tax, ...more)).toEqual([]))
