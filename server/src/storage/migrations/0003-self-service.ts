import { type Kysely, sql } from 'kysely'

/** Accounts that end, hosts and users that an operator disables, and withdrawals of earnings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('disabled', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('users').addColumn('deleted_at', 'bigint').execute()
  await db.schema
    .alterTable('hosts')
    .addColumn('disabled', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('hosts_owner').on('hosts').column('owner_user_id').execute()
  await db.schema
    .createTable('withdrawals')
    .addColumn('withdrawal_id', 'text', (c) => c.primaryKey())
    .addColumn('host_id', 'text', (c) => c.notNull().references('hosts.host_id'))
    .addColumn('amount_nano', 'bigint', (c) => c.notNull().check(sql`amount_nano > 0`))
    .addColumn('destination', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('pending', 'paid', 'rejected')`))
    .addColumn('reference', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('resolved_at', 'bigint')
    .execute()
  await db.schema.createIndex('withdrawals_of_host').on('withdrawals').columns(['host_id', 'withdrawal_id']).execute()
  await db.schema.createIndex('withdrawals_by_status').on('withdrawals').columns(['status', 'withdrawal_id']).execute()
}
