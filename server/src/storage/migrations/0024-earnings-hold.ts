import type { Kysely } from 'kysely'

/** What hosts earned and cannot take out yet, by the hour in which they earned it; and when a withdrawal may be paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pending_earnings')
    .addColumn('host_id', 'text', (c) => c.notNull().references('hosts.host_id'))
    .addColumn('hour', 'bigint', (c) => c.notNull())
    .addColumn('paid_nano', 'bigint', (c) => c.notNull())
    .addColumn('promo_nano', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('pending_earnings_key', ['host_id', 'hour'])
    .execute()
  await db.schema.createIndex('pending_earnings_by_hour').on('pending_earnings').columns(['hour', 'host_id']).execute()
  await db.schema.alterTable('withdrawals').addColumn('payable_at', 'bigint').execute()
}
