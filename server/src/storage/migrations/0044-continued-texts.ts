import { type Kysely, sql } from 'kysely'

/**
 * Texts that another host goes on with: how many pieces a job has from earlier attempts, which attempt brought which of
 * them at which price, and whether its buyer pays for them where nobody goes on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('prefix_tokens', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('jobs')
    .addColumn('keep_partial', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create index jobs_continuing on jobs (user_id, model, job_id)
    where state = 'queued' and prefix_tokens > 0`.execute(db)
  await db.schema
    .createTable('job_parts')
    .addColumn('job_id', 'text', (c) => c.notNull())
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('host_id', 'text', (c) => c.notNull())
    .addColumn('price_nano', 'bigint', (c) => c.notNull())
    .addColumn('first_offset', 'integer', (c) => c.notNull())
    .addColumn('pieces', 'integer', (c) => c.notNull())
    .addColumn('billed_tokens', 'integer', (c) => c.notNull())
    .addColumn('charged_nano', 'bigint', (c) => c.notNull())
    .addColumn('charged_promo_nano', 'bigint', (c) => c.notNull())
    .addColumn('earned_nano', 'bigint', (c) => c.notNull())
    .addColumn('error', 'text')
    .addColumn('ended_at', 'bigint', (c) => c.notNull())
    .addColumn('pieces_json', 'text')
    .addPrimaryKeyConstraint('job_parts_key', ['job_id', 'attempt'])
    .execute()
}
