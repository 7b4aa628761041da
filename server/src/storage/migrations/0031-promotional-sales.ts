import type { Kysely } from 'kysely'

/** What was bought with promotional credits is counted beside what was paid: a decoy must not be all that was sold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('model_sales')
    .addColumn('promo_nano', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
