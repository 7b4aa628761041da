import type { Bounds } from './bound.ts'
import type { Closing } from './closing.ts'
import { INVOICE_CLOSINGS } from './invoice.ts'
import { PAPER_CLOSINGS } from './papers.ts'
import { PAY_STUB_CLOSINGS } from './pay-stub.ts'
import { RECEIPT_CLOSINGS } from './receipt.ts'
import { SLIP_BOUNDS, SLIP_CLOSINGS } from './slips.ts'
import { STATEMENT_CLOSINGS } from './statement.ts'
import { T4_BOUNDS } from './t4.ts'
import { W2_BOUNDS } from './w2.ts'

/** What must close, of every type of paper. */
export const CLOSINGS: readonly Closing[] = [
  ...INVOICE_CLOSINGS,
  ...RECEIPT_CLOSINGS,
  ...PAY_STUB_CLOSINGS,
  ...SLIP_CLOSINGS,
  ...STATEMENT_CLOSINGS,
  ...PAPER_CLOSINGS,
]

/** What the law keeps boxes of slips between. */
export const BOUNDS: readonly Bounds[] = [...T4_BOUNDS, ...W2_BOUNDS, ...SLIP_BOUNDS]
