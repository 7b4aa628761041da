import type { Kysely } from 'kysely'

/** What people made of documents: labels, corrections, and that they were looked at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const add = (column: string) =>
    db.schema.alterTable('documents').addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
  await add('label').execute()
  await add('reference').execute()
  await db.schema.alterTable('documents').addColumn('looked_at', 'bigint').execute()
  await db.schema.alterTable('documents').addColumn('looked_by', 'text').execute()
  // Of those that are there it is not known; they are found by their risk.
  await db.schema
    .alterTable('documents')
    .addColumn('doubts', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('document_corrections')
    .addColumn('document_id', 'text', (c) => c.notNull().references('documents.document_id'))
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('slip', 'bigint', (c) => c.notNull())
    .addColumn('field', 'text', (c) => c.notNull())
    .addColumn('value_json', 'text', (c) => c.notNull())
    .addColumn('corrected_at', 'bigint', (c) => c.notNull())
    .addColumn('corrected_by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('document_corrections_key', ['document_id', 'slip', 'field'])
    .execute()
}
