import { expect, test } from 'vitest'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

const SECTION: Section = { type: 'PAY_STUB', confidence: 1, pages: [1], region: undefined }

/** What is read of a stub of these texts. */
function read(...texts: Written[]): Record<string, string | number> {
  const pages = [writtenPage(texts)]
  const { fields } = extractPayStub(SECTION, pages, { source: SOURCE, pages })
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

const HEAD: Written[] = [
  [40, 740, 'Payslip'],
  [40, 720, 'Paid on 2025-03-20'],
]

test.each<[string, Written[], Record<string, number>]>([
  [
    'between the caption of the period and its amount',
    [
      [40, 640, 'Gross pay'],
      [240, 640, 'Year to date 15,000.00'],
      [480, 640, '3,000.00'],
      [40, 620, 'Total deductions'],
      [480, 620, '550.00'],
      [40, 600, 'Net pay'],
      [240, 600, 'Year to date 12,250.00'],
      [480, 600, '2,450.00'],
    ],
    { gross_pay: 3000, ytd_gross_pay: 15000, net_pay: 2450, ytd_net_pay: 12250 },
  ],
  [
    'in a list of their own beside that of the period, whose total is called alike',
    [
      [40, 640, 'Payments'],
      [330, 640, 'This Year to Date'],
      [40, 625, 'Basic pay'],
      [200, 625, '3,000.00'],
      [330, 625, 'Total Gross Pay'],
      [520, 625, '15,000.00'],
      [330, 610, 'Tax Paid'],
      [520, 610, '2,100.00'],
      [40, 520, 'Total Gross Pay'],
      [200, 520, '3,000.00'],
    ],
    { gross_pay: 3000, ytd_gross_pay: 15000 },
  ],
  [
    'in a column whose heading stands behind a caption of the same words',
    [
      [40, 640, 'Year to date'],
      [320, 640, 'This period'],
      [480, 640, 'Year to date'],
      [40, 625, 'Gross pay'],
      [330, 625, '3,000.00'],
      [490, 625, '15,000.00'],
      [40, 610, 'Total deductions'],
      [330, 610, '550.00'],
      [490, 610, '2,750.00'],
      [40, 595, 'Net pay'],
      [330, 595, '2,450.00'],
      [490, 595, '12,250.00'],
    ],
    {
      gross_pay: 3000,
      ytd_gross_pay: 15000,
      total_deductions: 550,
      net_pay: 2450,
      ytd_net_pay: 12250,
    },
  ],
  [
    'in a list of their own under the words',
    [
      [40, 640, 'Gross pay'],
      [480, 640, '3,000.00'],
      [40, 620, 'Total deductions'],
      [480, 620, '550.00'],
      [40, 600, 'Take home pay'],
      [480, 600, '2,450.00'],
      [40, 540, 'Tax year to date'],
      [40, 524, 'Gross'],
      [160, 524, '15,000.00'],
      [40, 508, 'Take home'],
      [160, 508, '12,250.00'],
    ],
    { gross_pay: 3000, ytd_gross_pay: 15000, net_pay: 2450, ytd_net_pay: 12250 },
  ],
  [
    'under headings behind the words',
    [
      [40, 640, 'Salaire brut'],
      [480, 640, '2 863,40'],
      [40, 600, 'Net à payer'],
      [480, 600, '2 187,63'],
      [40, 540, 'Cumuls'],
      [140, 540, 'Brut'],
      [240, 540, 'Net imposable'],
      [40, 528, 'Année 2026'],
      [140, 528, '8 590,20'],
      [240, 528, '7 039,02'],
    ],
    { gross_pay: 2863.4, ytd_gross_pay: 8590.2 },
  ],
  [
    'under a heading with its unit',
    [
      [300, 680, 'Betrag EUR'],
      [480, 680, 'Jahreswert EUR'],
      [40, 640, 'Gesamtbrutto'],
      [310, 640, '4.330,00'],
      [505, 640, '38.970,00'],
      [40, 600, 'Nettoverdienst'],
      [310, 600, '2.725,06'],
      [505, 600, '24.525,54'],
    ],
    { gross_pay: 4330, ytd_gross_pay: 38970, net_pay: 2725.06, ytd_net_pay: 24525.54 },
  ],
])("the year's amounts of a stub %s", (_, texts, amounts) => {
  expect(read(...HEAD, ...texts)).toMatchObject(amounts)
})

test.each<[string, Written[]]>([
  ['on one line, each behind its name', [[40, 700, 'Fortnight commencing 28/09/2026 Fortnight ending 11/10/2026']]],
  [
    'broken at the end of a line',
    [
      [300, 700, 'Pay period 28/09/2026 to'],
      [300, 688, '11/10/2026'],
    ],
  ],
])('the days of a period %s', (_, days) => {
  const stub = read(...HEAD, ...days, [40, 640, 'Gross pay'], [480, 640, '3,000.00'], [40, 620, 'ABN 71 697 951 214'])
  expect(stub).toMatchObject({ pay_period_start: '2026-09-28', pay_period_end: '2026-10-11' })
})
