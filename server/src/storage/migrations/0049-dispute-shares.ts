import type { Kysely } from 'kysely'

/** What hosts that wrote earlier parts of a disputed text earned, beside what its last host did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('dispute_shares')
    .addColumn('job_id', 'text', (c) => c.notNull().references('disputes.job_id'))
    .addColumn('host_id', 'text', (c) => c.notNull().references('hosts.host_id'))
    .addColumn('charged_nano', 'bigint', (c) => c.notNull())
    .addColumn('promo_charged_nano', 'bigint', (c) => c.notNull())
    .addColumn('paid_nano', 'bigint', (c) => c.notNull())
    .addColumn('promo_nano', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('dispute_shares_pk', ['job_id', 'host_id'])
    .execute()
  await db.schema.createIndex('dispute_shares_of_host').on('dispute_shares').columns(['host_id', 'job_id']).execute()
}
