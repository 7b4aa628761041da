import { expect, test } from 'vitest'
import { factsOf } from '../../server/src/documents/risk/facts.ts'
import { taxRate } from '../../server/src/documents/risk/tax-rate.ts'
import { partOf, SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

/** What the rule says of an invoice with this subtotal and tax. */
function found(subtotal: number, tax: number, ...more: Written[]): string[] {
  const printed = tax.toFixed(2)
  const page = writtenPage([
    [40, 660, 'Subtotal'],
    [360, 660, subtotal.toFixed(2)],
    [40, 640, 'VAT 21%'],
    [360, 640, printed],
    ...more,
  ])
  const part = partOf({ type: 'INVOICE', fields: { subtotal, total_tax: tax } })
  if (part.fields.total_tax) part.fields.total_tax.words = page.page.words.filter(({ text }) => text === printed)
  return taxRate(factsOf({ source: SOURCE, pages: [page] }, part)).map(({ code, severity }) => `${severity} ${code}`)
}

test('tax above its rate', () => {
  expect(found(1480, 370.8)).toEqual(['medium TAX_ABOVE_RATE'])
  expect(found(1480, 310.8)).toEqual([])
})

test.each<[string, number, Written[]]>([
  ['tax on a part of the lines', 105, []],
  ['tax on freight too', 331.8, [[360, 680, '100.00']]],
  ['tax on a base of its own', 336, [[360, 680, '1600.00']]],
  ['another rate beside it', 370.8, [[40, 620, 'VAT 6%']]],
  ['a cent of rounding', 310.81, []],
  ['two taxes at one rate', 621.6, []],
])('not %s', (_, tax, more) => expect(found(1480, tax, ...more)).toEqual([]))
