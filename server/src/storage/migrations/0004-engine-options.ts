import type { Kysely } from 'kysely'

/** What a buyer asks of an engine beside max_tokens and temperature, and how long the engine says the prompt was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('options_json', 'text').execute()
  await db.schema.alterTable('jobs').addColumn('prompt_tokens', 'bigint').execute()
}
