import type { adminPurchase, Purchase, refusedPayment } from '@mkt/schemas'
import type { z } from 'zod'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import type { PaymentEventsTable } from '../../storage/billing-tables.ts'
import { refundedMinor } from './gone.ts'
import { formatAmount } from './money.ts'
import type { PurchaseRow } from './purchase-store.ts'

/** A purchase as its buyer sees it. */
export function describePurchase(row: PurchaseRow): Purchase {
  return { ...figuresOf(row), checkout_url: row.status === 'pending' ? row.checkout_url : null }
}

/** A purchase as an operator sees it: the page to pay on is the buyer's alone. */
export function describeForAdmin(row: PurchaseRow): z.output<typeof adminPurchase> {
  const { user_id, provider, payment_id } = row
  return { ...figuresOf(row), user_id, provider, payment_id }
}

export function describeRefused(event: PaymentEventsTable): z.output<typeof refusedPayment> {
  const { event_id, type, purchase_id, note, received_at } = event
  return { event_id, type, purchase_id, note: note ?? '', received_at: isoTime(received_at) }
}

function figuresOf(row: PurchaseRow) {
  return {
    purchase_id: row.purchase_id,
    status: row.status,
    credits: row.credits_nano,
    amount: formatAmount(row.amount_minor, row.currency),
    currency: row.currency,
    amount_refunded: formatAmount(refundedMinor(row), row.currency),
    credits_taken_back: row.taken_back_nano,
    credits_owed: row.owed_nano,
    created_at: isoTime(row.created_at),
    expires_at: isoTime(row.expires_at),
    paid_at: isoTimeOrNull(row.paid_at),
  }
}
