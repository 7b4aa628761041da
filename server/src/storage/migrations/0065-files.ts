import { type Kysely, sql } from 'kysely'

/** Files of requests, and batches that are made of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('files')
    .addColumn('file_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint')
    .addColumn('batch_id', 'text')
    .addColumn('answers', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .execute()
  await db.schema.createIndex('files_of_user').on('files').columns(['user_id', 'file_id']).execute()
  await db.schema.createIndex('files_by_age').on('files').columns(['created_at']).execute()
  await sql`create index files_of_batch on files (batch_id) where batch_id is not null`.execute(db)
  await db.schema
    .createTable('file_parts')
    .addColumn('file_id', 'text', (c) => c.notNull().references('files.file_id'))
    .addColumn('part', 'bigint', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('file_parts_key', ['file_id', 'part'])
    .execute()
  for (const column of ['door', 'input_file_id', 'metadata_json', 'faults_json'])
    await db.schema.alterTable('batches').addColumn(column, 'text').execute()
  for (const column of ['expires_at', 'filed_at'])
    await db.schema.alterTable('batches').addColumn(column, 'bigint').execute()
  await db.schema.alterTable('batch_lines').addColumn('form', 'text').execute()
  // What a round looks for beside those that run: what is still read, and what has ended and has no files yet.
  const reading = sql`create index batches_reading on batches (batch_id) where state = 'open' and door is not null`
  await reading.execute(db)
  const unfiled = sql`create index batches_unfiled on batches (batch_id)
    where door is not null and filed_at is null and finished_at is not null`
  await unfiled.execute(db)
}
