import { type Kysely, sql } from 'kysely'

/** Analysed documents, whom they concern, and the files that are still to be erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await documents(db)
  await subjects(db)
  await db.schema
    .createTable('document_leftovers')
    .addColumn('document_id', 'text', (c) => c.primaryKey())
    .addColumn('noted_at', 'bigint', (c) => c.notNull())
    .execute()
}

async function documents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('documents')
    .addColumn('document_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('document_type', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('risk_level', 'text', (c) => c.notNull())
    .addColumn('risk_score', 'integer', (c) => c.notNull().check(sql`risk_score between 0 and 100`))
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('pages', 'bigint', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('fields_json', 'text', (c) => c.notNull())
    .addColumn('analysis_json', 'text', (c) => c.notNull())
    .addColumn('detail_json', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('documents_of_user').on('documents').columns(['user_id', 'document_id']).execute()
  await db.schema
    .createIndex('documents_by_type')
    .on('documents')
    .columns(['user_id', 'document_type', 'document_id'])
    .execute()
  await db.schema.createIndex('documents_by_age').on('documents').column('created_at').execute()
}

async function subjects(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('document_subjects')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('document_id', 'text', (c) => c.notNull().references('documents.document_id'))
    .addPrimaryKeyConstraint('document_subjects_key', ['user_id', 'subject', 'document_id'])
    .execute()
  await db.schema.createIndex('document_subjects_of').on('document_subjects').column('document_id').execute()
}
