import { formatCredits } from '@mkt/schemas'
import type { Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { mustPost } from '../earnings/freeze.ts'
import { takeBack } from '../ledger/postings.ts'
import { creditsGone, refundedMinor, refundsSoFar, statusOf } from './gone.ts'
import { owedStill } from './owed-still.ts'
import type { PaymentChange, PaymentEvent } from './provider.ts'
import { type PurchaseRow, savePurchase } from './purchase-store.ts'
import { insertRefundTold, refundsTold } from './refund-store.ts'

type Deps = Pick<Market, 'clock' | 'ids'>
type Event = Pick<PaymentEvent, 'event_id' | 'said_at'>

/** Takes back what a refund or dispute stands for, as far as it is spendable, and notes and tells the rest as owed. */
export async function reverse(
  tx: Tx,
  deps: Deps,
  { row, event, spendable }: { row: PurchaseRow; event: Event; spendable: bigint },
  change: Extract<PaymentChange, { kind: 'refunded' | 'disputed' }>,
): Promise<{ status: PurchaseRow['status']; owing: string | undefined }> {
  const gone =
    change.kind === 'disputed'
      ? { ...row, disputed: 1 }
      : await withRefund(tx, deps, { row, event }, { refunded_minor: change.refunded_minor })
  const due = creditsGone(gone) - row.taken_back_nano - row.owed_nano
  const taken = due <= 0n ? 0n : due < spendable ? due : spendable
  const owed = due <= 0n ? 0n : due - taken
  const status = statusOf(gone)
  const sums = { taken_back_nano: row.taken_back_nano + taken, owed_nano: row.owed_nano + owed }
  await savePurchase(tx, { ...gone, status, ...sums })
  const why = change.kind === 'refunded' ? 'refund' : 'dispute'
  if (taken > 0n) await mustPost(tx, deps, takeBack(row.user_id, row.purchase_id, taken, why))
  const owing = `${formatCredits(owed)} of the credits of a ${why} were spent; ${row.user_id} owes them`
  return { status, owing: owed === 0n ? undefined : owing }
}

/** Notes that money is here again: what it stands for is owed no more. Credits are not given back. */
export async function undo(
  tx: Tx,
  deps: Deps,
  { row, event }: { row: PurchaseRow; event: Event },
  change: Extract<PaymentChange, { kind: 'refund failed' | 'dispute won' }>,
): Promise<PurchaseRow> {
  const unpaid = row.status === 'pending' || row.status === 'expired' || row.status === 'failed'
  const here =
    change.kind === 'dispute won'
      ? { ...row, disputed: 0, status: row.status === 'disputed' ? ('paid' as const) : row.status }
      : await withRefund(tx, deps, { row, event }, { failed_minor: change.refunded_minor ?? refundedMinor(row) })
  const left = { ...here, status: unpaid ? row.status : statusOf(here), owed_nano: owedStill(here) }
  await savePurchase(tx, left)
  return left
}

async function withRefund(
  tx: Tx,
  { clock }: Deps,
  { row, event: { event_id, said_at = clock.now() } }: { row: PurchaseRow; event: Event },
  said: { refunded_minor?: number; failed_minor?: number },
): Promise<PurchaseRow> {
  const { purchase_id } = row
  await insertRefundTold(tx, { purchase_id, event_id, said_at, refunded_minor: 0, failed_minor: 0, ...said })
  return { ...row, ...refundsSoFar(row, await refundsTold(tx, purchase_id)) }
}
