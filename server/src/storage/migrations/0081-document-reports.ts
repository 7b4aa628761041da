import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * What the annotated report of a document is drawn from when somebody asks for it. It ends with its document,
 * whichever version of this program erases that; a document without it has its report among its files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await db.schema
    .createTable('document_reports')
    .addColumn('document_id', 'text', (c) => c.primaryKey().references('documents.document_id').onDelete('cascade'))
    .addColumn('facts', isSqlite ? 'blob' : sql`bytea`, (c) => c.notNull())
    .execute()
}
