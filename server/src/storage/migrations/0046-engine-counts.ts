import type { Kysely } from 'kysely'

/** What else engines count of a job: tokens of the prompt that they had before, and tokens that were thought. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('cached_tokens', 'integer').execute()
  await db.schema.alterTable('jobs').addColumn('reasoning_tokens', 'integer').execute()
}
