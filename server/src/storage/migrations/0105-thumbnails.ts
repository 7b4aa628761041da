import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * The first page of a document in small, drawn when somebody first looks at a list of them; empty where it cannot be
 * drawn. It ends with its document, whichever version of this program erases that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await db.schema
    .createTable('document_thumbnails')
    .addColumn('document_id', 'text', (c) => c.primaryKey().references('documents.document_id').onDelete('cascade'))
    .addColumn('picture', isSqlite ? 'blob' : sql`bytea`, (c) => c.notNull())
    .execute()
}
