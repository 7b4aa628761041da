import { creditsOfRefund } from './money.ts'
import type { PaymentChange } from './provider.ts'
import type { PurchaseRow } from './purchase-store.ts'

type Undone = Extract<PaymentChange, { kind: 'refund failed' | 'dispute won' }>

/**
 * What is owed of a purchase once a refund has failed or a dispute was won: that money is here, and any other is not. A
 * dispute is about the whole, whatever becomes of a refund beside it; won, it leaves what refunds took, so that nobody
 * has a cent's refund fail, or disputes what was refunded, to be rid of a debt. Pure.
 */
export function owedStill(row: PurchaseRow, undone: Undone): bigint {
  if (undone.kind === 'refund failed' && row.status === 'disputed') return row.owed_nano
  const failed = undone.kind === 'refund failed' ? (undone.refunded_minor ?? row.refunded_minor) : 0
  const refunded = Math.max(0, row.refunded_minor - failed)
  const due = creditsOfRefund(row.credits_nano, refunded, row.amount_minor) - row.taken_back_nano
  return due < 0n ? 0n : due < row.owed_nano ? due : row.owed_nano
}
