import type { Kysely } from 'kysely'

/** Who bought a model of late, without what everybody ever bought. Nothing in it changes once a row is written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('usage_days_by_day').on('usage_days').columns(['day', 'model']).execute()
}
