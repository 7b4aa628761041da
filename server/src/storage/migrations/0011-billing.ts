import { type Kysely, sql } from 'kysely'

/** Purchases of credits, what their payments told, and what was used and earned by day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await purchases(db)
  await usage(db)
  await earnings(db)
  // A statement sums the entries of an account, however many they are: from the index alone.
  await sql`drop index ledger_entries_recent`.execute(db)
  await sql`create index ledger_entries_summed on ledger_entries (account_id, transaction_id, amount_nano)`.execute(db)
}

async function purchases(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('purchases')
    .addColumn('purchase_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('checkout_id', 'text')
    .addColumn('checkout_url', 'text')
    .addColumn('payment_id', 'text')
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('pending', 'paid', 'expired', 'failed', 'refunded', 'disputed')`),
    )
    .addColumn('credits_nano', 'bigint', (c) => c.notNull().check(sql`credits_nano > 0`))
    .addColumn('amount_minor', 'bigint', (c) => c.notNull().check(sql`amount_minor > 0`))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('refunded_minor', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('taken_back_nano', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('owed_nano', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('paid_at', 'bigint')
    .execute()
  await db.schema.createIndex('purchases_of_user').on('purchases').columns(['user_id', 'purchase_id']).execute()
  await db.schema.createIndex('purchases_by_status').on('purchases').columns(['status', 'purchase_id']).execute()
  await db.schema.createIndex('purchases_of_payment').on('purchases').column('payment_id').execute()
  await db.schema
    .createTable('payment_events')
    .addColumn('event_id', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('purchase_id', 'text')
    .addColumn('outcome', 'text', (c) => c.notNull().check(sql`outcome in ('applied', 'ignored', 'refused')`))
    .addColumn('note', 'text')
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('payment_events_by_outcome')
    .on('payment_events')
    .columns(['outcome', 'received_at'])
    .execute()
}

/** By UTC day, counted in days since 1970-01-01; jobs of the time before are counted, without their tokens. */
async function usage(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('token_id', 'text').execute()
  await db.schema
    .createTable('usage_days')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('day', 'bigint', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('token_id', 'text', (c) => c.notNull())
    .addColumn('jobs', 'bigint', (c) => c.notNull())
    .addColumn('tokens', 'bigint', (c) => c.notNull())
    .addColumn('prompt_tokens', 'bigint', (c) => c.notNull())
    .addColumn('charged_nano', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('usage_days_key', ['user_id', 'day', 'model', 'token_id'])
    .execute()
  await sql`insert into usage_days (user_id, day, model, token_id, jobs, tokens, prompt_tokens, charged_nano)
    select user_id, finished_at / 86400000, model, '', count(*), sum(tokens_generated),
      sum(coalesce(prompt_tokens, 0)), sum(charged_nano)
    from jobs where finished_at is not null and (state = 'completed' or charged_nano > 0)
    group by user_id, finished_at / 86400000, model`.execute(db)
}

async function earnings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('earning_days')
    .addColumn('host_id', 'text', (c) => c.notNull())
    .addColumn('day', 'bigint', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('jobs', 'bigint', (c) => c.notNull())
    .addColumn('tokens', 'bigint', (c) => c.notNull())
    .addColumn('earned_nano', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('earning_days_key', ['host_id', 'day', 'model'])
    .execute()
  await sql`insert into earning_days (host_id, day, model, jobs, tokens, earned_nano)
    select host_id, finished_at / 86400000, model, count(*), sum(tokens_generated), sum(earned_nano)
    from jobs where finished_at is not null and host_id is not null and (state = 'completed' or charged_nano > 0)
    group by host_id, finished_at / 86400000, model`.execute(db)
}
