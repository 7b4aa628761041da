import type { Kysely } from 'kysely'

/** What a host says that single models of its engines need. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('hosts').addColumn('patience_json', 'text').execute()
}
