import type { Kysely } from 'kysely'

/** A user's jobs of one model, newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('jobs_of_user_by_model').on('jobs').columns(['user_id', 'model', 'job_id']).execute()
}
