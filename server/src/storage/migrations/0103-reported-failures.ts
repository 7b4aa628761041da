import type { Kysely } from 'kysely'

/** Jobs that hosts said cannot be done, for a day: whose fault that was is known later, if ever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reported_failures')
    .addColumn('job_id', 'text', (c) => c.notNull().references('jobs.job_id'))
    .addColumn('host_id', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('reported_at', 'bigint', (c) => c.notNull())
    .addColumn('standing', 'integer', (c) => c.notNull())
    .addColumn('finding', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('reported_failures_key', ['job_id', 'host_id'])
    .execute()
  await db.schema
    .createIndex('reported_failures_of_host')
    .on('reported_failures')
    .columns(['host_id', 'model', 'reported_at'])
    .execute()
  await db.schema.createIndex('reported_failures_by_time').on('reported_failures').column('reported_at').execute()
}
