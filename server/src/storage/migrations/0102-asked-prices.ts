import type { Kysely } from 'kysely'

/** What a buyer named as the most that a token may cost; null: nothing, as of all jobs of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('max_price_nano', 'bigint').execute()
  await db.schema.alterTable('jobs').addColumn('max_input_price_nano', 'bigint').execute()
}
