import type { Closing } from './closing.ts'

const stated = 'total'
const LINES = 'line_items.amount'

/** Receipts may leave the tip to the card slip and hold the tax in their prices: every way must fail. */
export const RECEIPT_CLOSINGS: readonly Closing[] = [
  {
    code: 'RECEIPT_TOTAL',
    types: ['RECEIPT'],
    must: 'equal',
    ways: [
      {
        stated,
        terms: [
          [1, 'subtotal'],
          [1, 'total_tax'],
          [1, 'tip'],
        ],
      },
      {
        stated,
        terms: [
          [1, 'subtotal'],
          [1, 'total_tax'],
        ],
      },
      {
        stated,
        terms: [
          [1, 'subtotal'],
          [1, 'tip'],
        ],
      },
    ],
    tolerance: 0.05,
    explained: true,
    // Delivery and fees of a small order come near it; whoever raises a total prints as much more above it.
    noted: 0.5,
    unless: 'tax is held in the total',
    severity: 'medium',
    clear: true,
    wording: 'the total says {stated}; its parts come to {sum}',
  },
  {
    code: 'RECEIPT_LINES',
    types: ['RECEIPT'],
    must: 'equal',
    ways: [
      { stated, terms: [[1, LINES]] },
      { stated: 'subtotal', terms: [[1, LINES]] },
      {
        stated,
        terms: [
          [1, LINES],
          [1, 'total_tax'],
        ],
      },
      {
        stated,
        terms: [
          [1, LINES],
          [1, 'tip'],
        ],
      },
      {
        stated,
        terms: [
          [1, LINES],
          [1, 'total_tax'],
          [1, 'tip'],
        ],
      },
    ],
    tolerance: 0.05,
    perRow: 0.01,
    explained: 'by any amount',
    // What is not all of the lines says nothing of their sum.
    weaker: [['lines that are not all', 'info']],
    severity: 'medium',
    clear: true,
    wording: 'the total says {stated}; the lines come to {sum}',
  },
]
