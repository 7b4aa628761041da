import type { DocumentType } from '@mkt/schemas'
import type { Closing } from './closing.ts'

const tolerance = 0.05

/** What is left of an income after more was taken off cannot be more than it. */
const part = (less: string, more: string): Closing => ({
  code: 'PART_ABOVE_WHOLE',
  types: ['NOTICE_OF_ASSESSMENT'],
  must: 'not exceed',
  ways: [{ stated: less, terms: [[1, more]] }],
  tolerance: 1,
  explained: false,
  severity: 'medium',
  clear: true,
  wording: `${less.replaceAll('_', ' ')} says {stated}, ${more.replaceAll('_', ' ')} only {sum}`,
})

const withheld = (stated: string, sign: 1 | -1) => ({
  stated,
  terms: [
    [sign, 'income_tax_deducted'],
    [-sign, 'total_tax'],
  ] as const,
})

/**
 * Notices of assessment. Instalments, premiums paid too much, interest and what was owed before are printed beside the
 * tax: whatever one or two of them explain is silent.
 */
const NOTICES: readonly Closing[] = [
  {
    code: 'NOTICE_SETTLEMENT',
    types: ['NOTICE_OF_ASSESSMENT'],
    must: 'equal',
    ways: [withheld('refund_amount', 1), withheld('balance_owing', -1)],
    tolerance: 1,
    explained: 'by any amount',
    severity: 'medium',
    clear: true,
    wording: 'what is left says {stated}; the tax and what was deducted leave {sum}',
  },
  part('net_income', 'total_income'),
  part('taxable_income', 'net_income'),
]

const due = (...taxes: readonly string[]) => ({
  stated: 'amount_due',
  terms: [
    [1, 'previous_balance'],
    [-1, 'payments_received'],
    [1, 'current_charges'],
    ...taxes.map((name) => [1, name] as const),
  ] as const,
  unsigned: ['payments_received'],
})

const total = (type: DocumentType, stated: string): Closing => ({
  code: 'ORDER_TOTAL',
  types: [type],
  must: 'equal',
  ways: [
    {
      stated,
      terms: [
        [1, 'subtotal'],
        [1, 'total_tax'],
      ],
    },
  ],
  tolerance,
  explained: 'by any amount',
  severity: 'medium',
  clear: true,
  wording: 'the total says {stated}; subtotal and tax come to {sum}',
})

/** Papers that labels are enough to read. */
export const PAPER_CLOSINGS: readonly Closing[] = [
  ...NOTICES,
  {
    code: 'BILL_DUE',
    types: ['UTILITY_BILL'],
    must: 'equal',
    ways: [due(), due('total_tax')],
    tolerance,
    explained: 'by any amount',
    severity: 'medium',
    clear: true,
    wording: '{stated} is due; what was owed, less what was paid, with the new charges is {sum}',
  },
  total('PURCHASE_ORDER', 'order_total'),
]
