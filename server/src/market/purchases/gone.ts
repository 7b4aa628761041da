import { creditsOfRefund } from './money.ts'
import type { PurchaseRow } from './purchase-store.ts'

/** What a provider said of a purchase's refunds: their sum by then, or of one that failed how much it was. */
export interface RefundSaid {
  /** By the provider's clock (wall ms). */
  said_at: number
  refunded_minor: number
  failed_minor: number
}

/**
 * All refunds that were made, and how much of them failed. A sum that a provider tells leaves out what had failed
 * before it was said: so that is added, by when things were said and not by when they arrived. Of one moment, a
 * refund failed after the sum that has it. Pure.
 */
export function refundsSoFar(
  row: Pick<PurchaseRow, 'refunded_minor'>,
  said: readonly RefundSaid[],
): Pick<PurchaseRow, 'refunded_minor' | 'failed_minor'> {
  const failedBefore = (at: number) => said.reduce((sum, one) => sum + (one.said_at < at ? one.failed_minor : 0), 0)
  const made = said.map((one) => (one.refunded_minor === 0 ? 0 : one.refunded_minor + failedBefore(one.said_at)))
  const failed_minor = failedBefore(Number.POSITIVE_INFINITY)
  return { refunded_minor: Math.max(row.refunded_minor, ...made), failed_minor }
}

/** Of the amount, what refunds took away and did not fail. Pure. */
export const refundedMinor = ({ refunded_minor, failed_minor }: Pick<PurchaseRow, 'refunded_minor' | 'failed_minor'>) =>
  Math.max(0, refunded_minor - failed_minor)

/** A server of the release before keeps a dispute in the status only. */
const isDisputed = (row: PurchaseRow) => row.disputed === 1 || row.status === 'disputed'

/** The credits whose money is not here: a dispute is about the whole, whatever becomes of a refund beside it. Pure. */
export const creditsGone = (row: PurchaseRow): bigint =>
  isDisputed(row) ? row.credits_nano : creditsOfRefund(row.credits_nano, refundedMinor(row), row.amount_minor)

/** Where a purchase that was paid stands. Pure. */
export function statusOf(row: PurchaseRow): 'paid' | 'refunded' | 'disputed' {
  if (refundedMinor(row) >= row.amount_minor) return 'refunded'
  return isDisputed(row) ? 'disputed' : 'paid'
}
