import type { Closing } from './closing.ts'
import { INVOICE_CLOSINGS } from './invoice.ts'
import { PAY_STUB_CLOSINGS } from './pay-stub.ts'
import { RECEIPT_CLOSINGS } from './receipt.ts'
import { SLIP_CLOSINGS } from './slips.ts'

/** What must close, of every type of paper. */
export const CLOSINGS: readonly Closing[] = [
  ...INVOICE_CLOSINGS,
  ...RECEIPT_CLOSINGS,
  ...PAY_STUB_CLOSINGS,
  ...SLIP_CLOSINGS,
]
