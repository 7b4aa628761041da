import { type Kysely, sql } from 'kysely'

/** The hosts that may run a job, and those that may not, where its buyer says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('only_hosts', 'text').execute()
  await db.schema.alterTable('jobs').addColumn('not_hosts', 'text').execute()
  await sql`create index jobs_choosing on jobs (user_id)
    where state = 'queued' and (only_hosts is not null or not_hosts is not null)`.execute(db)
}
