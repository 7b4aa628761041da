import type { Kysely } from 'kysely'

/** Types of documents that their owners declare. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('document_types')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('definition_json', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('document_types_key', ['user_id', 'name'])
    .execute()
}
