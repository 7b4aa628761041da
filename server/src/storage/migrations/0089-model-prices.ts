import type { Kysely } from 'kysely'

/** What a host asks for tokens of single models; null: what it asks for the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['price_nano', 'input_price_nano'])
    await db.schema.alterTable('host_models').addColumn(column, 'bigint').execute()
}
