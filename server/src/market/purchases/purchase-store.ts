import type { PaymentEventsTable, PurchasesTable } from '../../storage/billing-tables.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

export type PurchaseRow = PurchasesTable
export type NewPurchase = Pick<
  PurchaseRow,
  'purchase_id' | 'user_id' | 'provider' | 'credits_nano' | 'amount_minor' | 'currency' | 'created_at' | 'expires_at'
>

const insert = statement<NewPurchase>()((q, p) =>
  q.insertInto('purchases').values({
    purchase_id: p('purchase_id'),
    user_id: p('user_id'),
    provider: p('provider'),
    status: 'pending',
    credits_nano: p('credits_nano'),
    amount_minor: p('amount_minor'),
    currency: p('currency'),
    refunded_minor: 0,
    failed_minor: 0,
    disputed: 0,
    taken_back_nano: 0n,
    owed_nano: 0n,
    created_at: p('created_at'),
    expires_at: p('expires_at'),
  }),
)
const saveCheckout = statement<{ purchase_id: string; checkout_id: string; checkout_url: string }>()((q, p) =>
  q
    .updateTable('purchases')
    .set({ checkout_id: p('checkout_id'), checkout_url: p('checkout_url') })
    .where('purchase_id', '=', p('purchase_id')),
)
// Pending is left by a payment too: whichever comes first finds the row.
const fail = statement<{ purchase_id: string }>()((q, p) =>
  q
    .updateTable('purchases')
    .set({ status: 'failed' })
    .where('purchase_id', '=', p('purchase_id'))
    .where('status', '=', 'pending'),
)
const expire = statement<{ before: number }>()((q, p) =>
  q
    .updateTable('purchases')
    .set({ status: 'expired' })
    .where('status', '=', 'pending')
    .where('expires_at', '<', p('before')),
)
const byId = statement<{ purchase_id: string }>()((q, p) =>
  q.selectFrom('purchases').selectAll().where('purchase_id', '=', p('purchase_id')),
)
// On Postgres the row is held until the transaction ends: what is told of one payment is worked off in turn.
const locked = statement<{ purchase_id: string }>()((q, p, dialect) => {
  const row = q.selectFrom('purchases').selectAll().where('purchase_id', '=', p('purchase_id'))
  return dialect === 'postgres' ? row.forUpdate() : row
})
const idOfPayment = statement<{ payment_id: string }>()((q, p) =>
  q.selectFrom('purchases').select('purchase_id').where('payment_id', '=', p('payment_id')),
)
type Outcome = Pick<
  PurchaseRow,
  | 'purchase_id'
  | 'status'
  | 'disputed'
  | 'payment_id'
  | 'refunded_minor'
  | 'failed_minor'
  | 'taken_back_nano'
  | 'owed_nano'
  | 'paid_at'
>
const save = statement<Outcome>()((q, p) =>
  q
    .updateTable('purchases')
    .set({
      status: p('status'),
      disputed: p('disputed'),
      payment_id: p('payment_id'),
      refunded_minor: p('refunded_minor'),
      failed_minor: p('failed_minor'),
      taken_back_nano: p('taken_back_nano'),
      owed_nano: p('owed_nano'),
      paid_at: p('paid_at'),
    })
    .where('purchase_id', '=', p('purchase_id')),
)

// An event that comes on two connections at once waits here for the first one's transaction, on both dialects.
const insertEvent = statement<PaymentEventsTable>()((q, p) =>
  q
    .insertInto('payment_events')
    .values({
      event_id: p('event_id'),
      type: p('type'),
      purchase_id: p('purchase_id'),
      outcome: p('outcome'),
      note: p('note'),
      received_at: p('received_at'),
    })
    .onConflict((c) => c.doNothing()),
)
const setOutcome = statement<Pick<PaymentEventsTable, 'event_id' | 'purchase_id' | 'outcome' | 'note'>>()((q, p) =>
  q
    .updateTable('payment_events')
    .set({ purchase_id: p('purchase_id'), outcome: p('outcome'), note: p('note') })
    .where('event_id', '=', p('event_id')),
)
const refused = statement<{ most: number }>()((q, p) =>
  q
    .selectFrom('payment_events')
    .selectAll()
    .where('outcome', '=', 'refused')
    .orderBy('received_at', 'desc')
    .limit(p('most')),
)

export const insertPurchase = (tx: Tx, row: NewPurchase) => tx.run(insert, row)
export const savePurchaseCheckout = (tx: Tx, purchase_id: string, checkout_id: string, checkout_url: string) =>
  tx.run(saveCheckout, { purchase_id, checkout_id, checkout_url })
export const failPurchase = (tx: Tx, purchase_id: string) => tx.run(fail, { purchase_id })
/** Answers how many pending purchases it ended. */
export const expirePurchases = (tx: Tx, before: number) => tx.run(expire, { before })
export const purchaseById = (reader: Reader, purchase_id: string) => reader.get(byId, { purchase_id })
/** The row as it is now, held against changes until the transaction ends. */
export const lockPurchase = (tx: Tx, purchase_id: string) => tx.get(locked, { purchase_id })
export const purchaseIdOfPayment = async (reader: Reader, payment_id: string) =>
  (await reader.get(idOfPayment, { payment_id }))?.purchase_id
export const savePurchase = (tx: Tx, row: Outcome) => tx.run(save, row)
/** False where the event was here before. */
export const insertPaymentEvent = async (tx: Tx, row: PaymentEventsTable) => (await tx.run(insertEvent, row)) === 1
export const setEventOutcome = (
  tx: Tx,
  row: Pick<PaymentEventsTable, 'event_id' | 'purchase_id' | 'outcome' | 'note'>,
) => tx.run(setOutcome, row)
/** Newest first. */
export const refusedEvents = (reader: Reader, most: number) => reader.all(refused, { most })
