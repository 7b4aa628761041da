import { type Kysely, sql } from 'kysely'

/** Where users are told of events, what they are told, and since when a host is down. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('webhook_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('events_json', 'text')
    .addColumn('description', 'text')
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('previous_secret', 'text')
    .addColumn('previous_until', 'bigint')
    .addColumn('disabled_reason', 'text', (c) => c.check(sql`disabled_reason in ('owner', 'gone', 'failing')`))
    .addColumn('failing_since', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('webhooks_of_user').on('webhooks').column('user_id').execute()
  await deliveries(db)
  await db.schema.alterTable('hosts').addColumn('down_since', 'bigint').execute()
}

async function deliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('delivery_id', 'text', (c) => c.primaryKey())
    .addColumn('webhook_id', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('payload_json', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('pending', 'delivered', 'failed')`))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('give_up_at', 'bigint', (c) => c.notNull())
    .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
    .addColumn('sending_until', 'bigint')
    .addColumn('step', 'integer', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('last_attempt_at', 'bigint')
    .addColumn('status_code', 'integer')
    .addColumn('error', 'text')
    .execute()
  const table = 'webhook_deliveries'
  await db.schema.createIndex('webhook_deliveries_of').on(table).columns(['webhook_id', 'delivery_id']).execute()
  await db.schema.createIndex('webhook_deliveries_by_age').on(table).column('created_at').execute()
  await sql`create index webhook_deliveries_due on webhook_deliveries (next_attempt_at)
    where status = 'pending'`.execute(db)
  await sql`create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_attempt_at)
    where status = 'pending'`.execute(db)
  await db.schema
    .createIndex('webhook_deliveries_by_status')
    .on(table)
    .columns(['webhook_id', 'status', 'delivery_id'])
    .execute()
  await sql`create index webhook_deliveries_tests on webhook_deliveries (webhook_id)
    where status = 'pending' and event = 'webhook.test'`.execute(db)
  await sql`create index webhook_deliveries_overdue on webhook_deliveries (give_up_at)
    where status = 'pending'`.execute(db)
}
