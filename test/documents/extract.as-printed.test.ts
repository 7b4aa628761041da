import { expect, test } from 'vitest'
import { extractInvoice } from '../../server/src/documents/extract/invoice/extract-invoice.ts'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import { extractReceipt } from '../../server/src/documents/extract/receipt/extract-receipt.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

type Line = readonly [caption: string, amount: string, beside?: string]

const EXTRACT = { INVOICE: extractInvoice, RECEIPT: extractReceipt, PAY_STUB: extractPayStub }

/** The amounts that are read of captions with their amounts right of them. */
function amountsOf(type: keyof typeof EXTRACT, head: readonly string[], lines: readonly Line[]) {
  const texts: Written[] = [
    ...head.map((text, at): Written => [40, 740 - 20 * at, text]),
    ...lines.flatMap(([caption, amount, beside], at): Written[] => {
      const y = 740 - 20 * (head.length + at)
      return [[40, y, caption], [300, y, amount], ...(beside ? [[420, y, beside] as const] : [])]
    }),
  ]
  const section: Section = { type, confidence: 1, pages: [1], region: undefined }
  const page = writtenPage(texts)
  const { fields } = EXTRACT[type](section, [page], { source: SOURCE, pages: [page] })
  const amounts = Object.entries(fields).filter(([, { value }]) => typeof value === 'number')
  return Object.fromEntries(amounts.map(([name, { value }]) => [name, value]))
}

const TAVERN = ['THE ALDER TAVERN', '12 Merrow Street', 'Date: 2025-03-02']
const MEAL: Line[] = [
  ['Subtotal', '100.00'],
  ['Tax', '9.61'],
  ['Tip', '10.00'],
]

test.each<[string, Line[]]>([
  ['the amount due', [...MEAL, ['Total', '243.61'], ['Amount due', '119.61']]],
  ['an amount without that name', [...MEAL, ['Amount', '119.61'], ['Total', '243.61']]],
  [
    'the bill without its tip',
    [
      ['Total', '109.61'],
      ['Tip', '10.00'],
      ['Total', '243.61'],
    ],
  ],
])('a total that does not fit is not passed over for %s', (_, lines) => {
  expect(amountsOf('RECEIPT', TAVERN, lines)).toMatchObject({ total: 243.61 })
})

test('of two totals under a tip the one that bill and tip come to', () => {
  const slip: Line[] = [
    ['Total', '109.61'],
    ['Tip', '10.00'],
    ['Total', '119.61'],
  ]
  expect(amountsOf('RECEIPT', TAVERN, slip)).toMatchObject({ total: 119.61, tip: 10 })
})

const INVOICE = ['INVOICE', 'Merrow Ltd', 'Invoice number: 2025-117', 'Invoice date: 2025-03-02']

test('an invoice total that the amount due denies', () => {
  const lines: Line[] = [
    ['Subtotal', '1,000.00'],
    ['Tax', '120.00'],
    ['Total', '4,120.00'],
    ['Amount due', '1,120.00'],
  ]
  expect(amountsOf('INVOICE', INVOICE, lines)).toMatchObject({ invoice_total: 4120, amount_due: 1120 })
})

test.each([
  ['320.00', '1,120.00', 320],
  ['120.00', '1,050.00', 120],
])('a total tax of %s is neither its parts nor one of them', (tax, total, wanted) => {
  const lines: Line[] = [
    ['Subtotal', '1,000.00'],
    ['GST 5%', '50.00'],
    ['PST 7%', '70.00'],
    ['Total tax', tax],
    ['Total', total],
  ]
  expect(amountsOf('INVOICE', INVOICE, lines)).toMatchObject({ total_tax: wanted })
})

test('a year to date below the current pay is what the page says', () => {
  const lines: Line[] = [
    ['', 'Current', 'Year to date'],
    ['Gross pay', '3,000.00', '1,500.00'],
    ['Total deductions', '550.00', '2,750.00'],
    ['Net pay', '2,450.00', '2,250.00'],
  ]
  const read = amountsOf('PAY_STUB', ['Earnings statement', 'Employer: Merrow Ltd'], lines)
  expect(read).toMatchObject({ gross_pay: 3000, net_pay: 2450, ytd_gross_pay: 1500, ytd_net_pay: 2250 })
})
