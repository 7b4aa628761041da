import type { Kysely } from 'kysely'

/** Chats that people come back to: what was said in them is in their jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('conversations')
    .addColumn('conversation_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('jobs_json', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  const index = db.schema.createIndex('conversations_of_user').on('conversations')
  await index.columns(['user_id', 'updated_at']).execute()
}
