import type { Closing } from './closing.ts'

/** Cash rounding in the Nordic countries, Switzerland and Canada moves a total by up to five cents. */
const CASH_ROUNDING = 0.05
const types = ['INVOICE'] as const
/** Credit notes print some of their amounts with a minus sign. */
const SUMS = ['invoice_total', 'subtotal', 'total_tax', 'amount_due']

/** Invoices: lines, subtotal, tax, total, what is left to pay. */
export const INVOICE_CLOSINGS: readonly Closing[] = [
  {
    code: 'INVOICE_TOTAL',
    types,
    must: 'equal',
    ways: [
      {
        stated: 'invoice_total',
        terms: [
          [1, 'subtotal'],
          [1, 'total_tax'],
        ],
        unsigned: SUMS,
      },
    ],
    tolerance: CASH_ROUNDING,
    explained: true,
    unless: 'tax is held in the total',
    severity: 'high',
    clear: true,
    wording: 'the total says {stated}; subtotal and tax come to {sum}',
    source: 'EN 16931, BR-CO-15',
  },
  {
    code: 'INVOICE_LINES_TOTAL',
    types,
    must: 'equal',
    ways: [
      {
        stated: 'invoice_total',
        terms: [
          [1, 'line_items.amount'],
          [1, 'total_tax'],
        ],
        unsigned: SUMS,
      },
      { stated: 'invoice_total', terms: [[1, 'line_items.amount']], unsigned: SUMS },
    ],
    tolerance: CASH_ROUNDING,
    perRow: 0.01,
    explained: true,
    // Charges and allowances of the whole invoice stand between lines and total; it only bears other sums out.
    severity: 'info',
    clear: false,
    wording: 'the total says {stated}; lines and tax come to {sum}',
  },
  {
    code: 'INVOICE_LINES_DUE',
    types,
    must: 'equal',
    ways: [
      { stated: 'amount_due', terms: [[1, 'line_items.amount']], unsigned: SUMS },
      { stated: 'invoice_total', terms: [[1, 'line_items.amount']], unsigned: SUMS },
    ],
    tolerance: CASH_ROUNDING,
    perRow: 0.01,
    explained: true,
    without: ['subtotal', 'total_tax'],
    severity: 'medium',
    clear: true,
    wording: 'the balance due says {stated}; the lines come to {sum}',
  },
  {
    code: 'INVOICE_DUE_ABOVE_TOTAL',
    types,
    must: 'not exceed',
    ways: [{ stated: 'amount_due', terms: [[1, 'invoice_total']] }],
    // Tips on account, arrears and fees of reminders are printed beside it.
    tolerance: CASH_ROUNDING,
    explained: true,
    severity: 'medium',
    clear: true,
    wording: '{stated} is due of a total of {sum}',
    source: 'EN 16931, BR-CO-16',
  },
]
