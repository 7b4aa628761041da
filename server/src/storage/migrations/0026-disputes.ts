import { type Kysely, sql } from 'kysely'

/** Jobs whose buyers say that the text is not worth what it cost; what their hosts earned waits for a decision. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('disputes')
    .addColumn('job_id', 'text', (c) => c.primaryKey().references('jobs.job_id'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('host_id', 'text', (c) => c.notNull().references('hosts.host_id'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('text', 'text')
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('open', 'refunded', 'rejected')`))
    .addColumn('charged_nano', 'bigint', (c) => c.notNull())
    .addColumn('promo_charged_nano', 'bigint', (c) => c.notNull())
    .addColumn('paid_nano', 'bigint', (c) => c.notNull())
    .addColumn('promo_nano', 'bigint', (c) => c.notNull())
    .addColumn('hour', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('decided_at', 'bigint')
    .addColumn('note', 'text')
    .execute()
  await db.schema.createIndex('disputes_of_user').on('disputes').columns(['user_id', 'job_id']).execute()
  await db.schema.createIndex('disputes_of_host').on('disputes').columns(['host_id', 'job_id']).execute()
  await sql`create index disputes_open on disputes (job_id) where status = 'open'`.execute(db)
}
