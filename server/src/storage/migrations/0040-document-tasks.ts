import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Documents that are analysed while nobody waits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('document_tasks')
    .addColumn('analysis_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('stage', 'text')
    .addColumn('page', 'bigint')
    .addColumn('pages', 'bigint')
    .addColumn('claim', 'bigint', (c) => c.notNull())
    .addColumn('tries', 'bigint', (c) => c.notNull())
    .addColumn('lease_until', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.notNull())
    .addColumn('reference_count', 'bigint', (c) => c.notNull())
    .addColumn('base_url', 'text', (c) => c.notNull())
    .addColumn('document_id', 'text')
    .addColumn('error', 'text')
    .addColumn('details_json', 'text')
    .execute()
  await db.schema.createIndex('document_tasks_of_user').on('document_tasks').columns(['user_id', 'state']).execute()
  await sql`create index document_tasks_open on document_tasks (created_at) where finished_at is null`.execute(db)
  await sql`create index document_tasks_ended on document_tasks (finished_at) where finished_at is not null`.execute(db)
}
