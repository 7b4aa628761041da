import type { Closing } from './closing.ts'

/** Cash rounding in the Nordic countries, Switzerland and Canada moves a total by up to five cents. */
const CASH_ROUNDING = 0.05
const types = ['INVOICE'] as const
const LINES = 'line_items.amount'
/** Credit notes print some of their amounts with a minus sign. */
const SUMS = ['invoice_total', 'subtotal', 'total_tax', 'amount_due', 'line_items.amount']
/** No country has a VAT or sales tax above 27 % (Hungary). */
const HIGHEST_TAX = 0.28

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
    // Where nothing else is called the total, what is due is it.
    code: 'INVOICE_DUE',
    types,
    must: 'equal',
    ways: [
      {
        stated: 'amount_due',
        terms: [
          [1, 'subtotal'],
          [1, 'total_tax'],
        ],
        unsigned: SUMS,
      },
    ],
    tolerance: CASH_ROUNDING,
    explained: true,
    without: ['invoice_total'],
    unless: 'tax is held in the total',
    severity: 'medium',
    clear: true,
    wording: '{stated} is due; subtotal and tax come to {sum}',
  },
  {
    code: 'INVOICE_TAX_SHARE',
    types,
    must: 'not exceed',
    ways: [{ stated: 'total_tax', terms: [[HIGHEST_TAX, 'subtotal']], unsigned: SUMS }],
    tolerance: CASH_ROUNDING,
    explained: false,
    severity: 'low',
    clear: false,
    wording: '{stated} of tax on {subtotal} is more than any country takes',
  },
  {
    code: 'INVOICE_LINES_SUM',
    types,
    must: 'equal',
    ways: [
      { stated: 'subtotal', terms: [[1, LINES]], unsigned: SUMS },
      {
        stated: 'subtotal',
        terms: [
          [1, LINES],
          [-1, 'total_tax'],
        ],
        unsigned: SUMS,
      },
    ],
    usual: true,
    tolerance: CASH_ROUNDING,
    perRow: 0.01,
    explained: 'by any amount',
    unless: 'lines already hold the tax',
    silent: ['one line off its product'],
    // Allowances and charges of the whole invoice stand between lines and subtotal, in any number.
    weaker: [['lines that are not all', 'info']],
    severity: 'medium',
    clear: true,
    wording: 'the lines come to {sum}; the subtotal says {stated}',
  },
  {
    code: 'INVOICE_LINES_TOTAL',
    types,
    must: 'equal',
    ways: [
      {
        stated: 'invoice_total',
        terms: [
          [1, LINES],
          [1, 'total_tax'],
        ],
        unsigned: SUMS,
      },
      { stated: 'invoice_total', terms: [[1, LINES]], unsigned: SUMS },
    ],
    tolerance: CASH_ROUNDING,
    perRow: 0.01,
    explained: true,
    silent: ['one line off its product'],
    // Charges and allowances of the whole invoice stand between lines and total.
    weaker: [['lines that are not all', 'info']],
    severity: 'medium',
    clear: true,
    wording: 'the total says {stated}; lines and tax come to {sum}',
  },
  {
    code: 'INVOICE_LINES_DUE',
    types,
    must: 'equal',
    ways: [
      { stated: 'amount_due', terms: [[1, LINES]], unsigned: SUMS },
      { stated: 'invoice_total', terms: [[1, LINES]], unsigned: SUMS },
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
    // Tips on account and fees of reminders are printed beside it.
    tolerance: CASH_ROUNDING,
    explained: true,
    unless: 'an account is brought forward',
    severity: 'medium',
    clear: true,
    wording: '{stated} is due of a total of {sum}',
    source: 'EN 16931, BR-CO-16',
  },
]
