import { expect, test } from 'vitest'
import { saidTwice } from '../../server/src/documents/risk/said-twice.ts'
import type { Written } from './written-page.ts'
import { writtenPaper } from './written-paper.ts'

const STUB: Written[] = [
  [40, 700, 'Net pay'],
  [300, 700, '2,307.72'],
  [40, 680, 'Pay date'],
  [300, 680, '2025-05-30'],
]

function told(...slip: Written[]): string[] {
  const facts = writtenPaper('PAY_STUB', [...STUB, ...slip], {
    net_pay: [2307.72, '2,307.72'],
    pay_date: ['2025-05-30', '2025-05-30'],
  })
  return saidTwice(facts).map(({ severity, fields }) => `${severity} ${fields}`)
}

test('the slip at the foot says another pay, or another day', () => {
  expect(told([40, 100, 'Net pay'], [300, 100, '3,307.72'])).toEqual(['medium net_pay'])
  expect(told([40, 100, 'PAY DATE: May 31, 2025'])).toEqual(['medium pay_date'])
})

test.each<[string, Written[]]>([
  [
    'the same again',
    [
      [40, 100, 'Net pay: $2,307.72'],
      [40, 80, 'Pay date 30 May 2025'],
    ],
  ],
  [
    'columns beside it',
    [
      [40, 100, 'Net pay'],
      [300, 100, '2,307.72'],
      [400, 100, '24,202.52'],
    ],
  ],
  [
    'a longer caption',
    [
      [40, 100, 'Net pay year to date'],
      [300, 100, '24,202.52'],
    ],
  ],
  ['no value', [[40, 100, 'Net pay: see page 2']]],
])('%s is in order', (_, slip) => expect(told(...slip)).toEqual([]))

test('captions of one word are those of many things', () => {
  const texts: Written[] = [
    [40, 700, 'Total'],
    [300, 700, '20.00'],
    [40, 600, 'Total'],
    [300, 600, '25.00'],
  ]
  expect(saidTwice(writtenPaper('INVOICE', texts, { invoice_total: [20, '20.00'] }))).toEqual([])
})
