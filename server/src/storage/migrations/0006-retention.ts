import { type Kysely, sql } from 'kysely'

/** Which ended jobs have lost their prompt and text, and an index to find the next ones by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('erased', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create index jobs_unerased on jobs (finished_at) where erased = 0 and finished_at is not null`.execute(db)
}
