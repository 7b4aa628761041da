import { type Kysely, sql } from 'kysely'

/** Many prompts of one kind, which become jobs a few at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('batches')
    .addColumn('batch_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('settings_json', 'text', (c) => c.notNull())
    .addColumn('token_id', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('lines', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('sent', 'bigint', (c) => c.notNull())
    .addColumn('completed', 'bigint', (c) => c.notNull())
    .addColumn('failed', 'bigint', (c) => c.notNull())
    .addColumn('charged_nano', 'bigint', (c) => c.notNull())
    .addColumn('waiting_for', 'text')
    .addColumn('waiting_until', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .execute()
  await db.schema.createIndex('batches_of_user').on('batches').columns(['user_id', 'batch_id']).execute()
  await sql`create index batches_running on batches (batch_id) where state = 'running'`.execute(db)
  await db.schema
    .createTable('batch_lines')
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batches.batch_id'))
    .addColumn('line', 'bigint', (c) => c.notNull())
    .addColumn('custom_id', 'text')
    .addColumn('input_text', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('job_id', 'text')
    .addColumn('error', 'text')
    .addPrimaryKeyConstraint('batch_lines_key', ['batch_id', 'line'])
    .execute()
  // What a round looks for; lines that have ended are in neither.
  await sql`create index batch_lines_waiting on batch_lines (batch_id, line) where state = 'waiting'`.execute(db)
  await sql`create index batch_lines_sent on batch_lines (batch_id, line) where state = 'sent'`.execute(db)
}
