import { sql } from 'kysely'
import type { EarlyDisputesTable } from '../../storage/billing-tables.ts'
import type { Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

// Advisory locks of two numbers, the first of which is ours: "mkb" in ASCII.
const PAYMENT_LOCK = sql.raw('7170914')
const lock = statement<{ payment_id: string }>()((q, p) =>
  q.selectNoFrom(sql<string>`pg_advisory_xact_lock(${PAYMENT_LOCK}, hashtext(${p('payment_id')}))`.as('locked')),
)
const insert = statement<EarlyDisputesTable>()((q, p) =>
  q
    .insertInto('early_disputes')
    .values({
      payment_id: p('payment_id'),
      event_id: p('event_id'),
      type: p('type'),
      currency: p('currency'),
      told_at: p('told_at'),
    })
    .onConflict((c) => c.doNothing()),
)
const of = statement<{ payment_id: string }>()((q, p) =>
  q.selectFrom('early_disputes').selectAll().where('payment_id', '=', p('payment_id')),
)
const remove = statement<{ payment_id: string }>()((q, p) =>
  q.deleteFrom('early_disputes').where('payment_id', '=', p('payment_id')),
)
const forget = statement<{ before: number }>()((q, p) =>
  q.deleteFrom('early_disputes').where('told_at', '<', p('before')),
)

/** What is told of one payment on two servers at once comes one after the other: neither may miss the other's. */
export async function holdPayment(tx: Tx, payment_id: string): Promise<void> {
  // On SQLite no two transactions run at once.
  if (tx.dialect === 'postgres') await tx.get(lock, { payment_id })
}
export const keepEarlyDispute = (tx: Tx, row: EarlyDisputesTable) => tx.run(insert, row)
export const removeEarlyDispute = (tx: Tx, payment_id: string) => tx.run(remove, { payment_id })
/** The dispute that waited for this payment, which waits no more. */
export async function takeEarlyDispute(tx: Tx, payment_id: string): Promise<EarlyDisputesTable | undefined> {
  const row = await tx.get(of, { payment_id })
  if (row) await tx.run(remove, { payment_id })
  return row
}
export const forgetEarlyDisputes = (tx: Tx, before: number) => tx.run(forget, { before })
