import type { Kysely } from 'kysely'

/**
 * Of which release the schema is. During a rolling upgrade servers of the release before it go on beside the new ones:
 * by this number they know that they may, whatever the names of the migrations that they do not have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('schema_level')
    .addColumn('level', 'integer', (c) => c.notNull())
    .execute()
}
