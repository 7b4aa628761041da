import type { Kysely } from 'kysely'

/**
 * On Postgres a row that every settlement updates is held until each commit is on the disk, which bounds the whole
 * market: settlements append here instead, and upkeep sums it up. SQLite has one writer and needs none of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_moves')
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('amount_nano', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('total_moves')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .execute()
}
