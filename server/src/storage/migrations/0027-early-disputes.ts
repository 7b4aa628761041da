import type { Kysely } from 'kysely'

/** Disputes that a provider told before the payment: they name nothing but that, so they wait for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('early_disputes')
    .addColumn('payment_id', 'text', (c) => c.primaryKey())
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('told_at', 'bigint', (c) => c.notNull())
    .execute()
}
