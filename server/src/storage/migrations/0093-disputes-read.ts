import type { Kysely } from 'kysely'

/** The job by which a trusted host read a disputed text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('disputes').addColumn('score_job_id', 'text').execute()
}
