import { type Kysely, sql } from 'kysely'

/** Batches that were stopped while a job of theirs had not ended: none, but for a moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index batches_stopping on batches (batch_id)
    where state = 'cancelled' and sent > completed + failed`.execute(db)
}
