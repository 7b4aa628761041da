import { type Kysely, sql } from 'kysely'

/** What is erased of a document is erased of the analysis that made it too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index document_tasks_by_document on document_tasks (document_id)
    where document_id is not null`.execute(db)
}
