import { type Kysely, sql } from 'kysely'

/** Accounts, hosts, jobs with their queue, and the ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await accounts(db)
  await hosts(db)
  await jobs(db)
  await queue(db)
  await ledger(db)
}

async function accounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('user_id', 'text', (c) => c.primaryKey())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull().unique())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('total_jobs', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('credentials')
    .addColumn('credential_id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute()
  await db.schema.createIndex('credentials_subject').on('credentials').columns(['subject_id', 'kind']).execute()
}

async function hosts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('hosts')
    .addColumn('host_id', 'text', (c) => c.primaryKey())
    .addColumn('owner_user_id', 'text', (c) => c.references('users.user_id'))
    .addColumn('gpu', 'text', (c) => c.notNull())
    .addColumn('backend', 'text', (c) => c.notNull())
    .addColumn('endpoint_url', 'text')
    .addColumn('price_nano', 'bigint', (c) => c.notNull())
    .addColumn('max_tokens', 'bigint', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('paused', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('gpu_utilization', 'double precision')
    .addColumn('registered_at', 'bigint', (c) => c.notNull())
    .addColumn('last_heartbeat_at', 'bigint', (c) => c.notNull())
    .addColumn('jobs_completed', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('jobs_failed', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('tokens_total', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('tokens_per_second', 'double precision')
    .addColumn('success_rate', 'double precision', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('hosts_status').on('hosts').columns(['status', 'last_heartbeat_at']).execute()
  await db.schema
    .createTable('host_models')
    .addColumn('host_id', 'text', (c) => c.notNull().references('hosts.host_id'))
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('available', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('last_completed_at', 'bigint')
    .addPrimaryKeyConstraint('host_models_key', ['host_id', 'model'])
    .execute()
  await db.schema.createIndex('host_models_model').on('host_models').columns(['model', 'host_id']).execute()
}

async function jobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('job_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('queued', 'running', 'completed', 'failed')`))
    .addColumn('input_text', 'text', (c) => c.notNull())
    .addColumn('max_tokens', 'bigint', (c) => c.notNull())
    .addColumn('temperature', 'double precision', (c) => c.notNull())
    .addColumn('price_limit_nano', 'bigint', (c) => c.notNull())
    .addColumn('reserved_nano', 'bigint', (c) => c.notNull())
    .addColumn('target_host_id', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('attempt', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('failures', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('host_id', 'text')
    .addColumn('instance', 'text')
    .addColumn('price_nano', 'bigint')
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('charged_nano', 'bigint', (c) => c.notNull().defaultTo(0).check(sql`charged_nano <= reserved_nano`))
    .addColumn('earned_nano', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('tokens_generated', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('finish_reason', 'text')
    .addColumn('error', 'text')
    .addColumn('routing_json', 'text')
    .addColumn('unserved_ms', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  // A buyer's list, newest first, with and without a state.
  await db.schema.createIndex('jobs_of_user').on('jobs').columns(['user_id', 'job_id']).execute()
  await db.schema.createIndex('jobs_of_user_by_state').on('jobs').columns(['user_id', 'state', 'job_id']).execute()
  // The oldest queued job of one user and model: what a claim looks for. Partial, so that it stays small.
  await sql`create index jobs_queued on jobs (user_id, model, job_id) where state = 'queued'`.execute(db)
  await sql`create index jobs_running on jobs (host_id) where state = 'running'`.execute(db)
  await db.schema
    .createTable('job_outputs')
    .addColumn('job_id', 'text', (c) => c.primaryKey().references('jobs.job_id'))
    .addColumn('pieces_json', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('job_exclusions')
    .addColumn('job_id', 'text', (c) => c.notNull().references('jobs.job_id'))
    .addColumn('host_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('job_exclusions_key', ['job_id', 'host_id'])
    .execute()
}

async function queue(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('queues')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('waiting', 'bigint', (c) => c.notNull().check(sql`waiting >= 0`))
    .addColumn('turn', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('queues_key', ['user_id', 'model'])
    .execute()
  await sql`create index queues_waiting on queues (model, turn, user_id) where waiting > 0`.execute(db)
  await db.schema.createIndex('queues_turn').on('queues').column('turn').execute()
  await db.schema
    .createTable('totals')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into totals (name, value) values ('jobs_completed', 0), ('latency_ms', 0)`.execute(db)
}

async function ledger(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('account_id', 'text', (c) => c.primaryKey())
    .addColumn('balance_nano', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('floored', 'integer', (c) => c.notNull())
    .addCheckConstraint('accounts_floor', sql`floored = 0 or balance_nano >= 0`)
    .execute()
  await db.schema
    .createTable('ledger_transactions')
    .addColumn('transaction_id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('job_id', 'text')
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('ledger_transactions_job').on('ledger_transactions').column('job_id').execute()
  await db.schema
    .createTable('ledger_entries')
    .addColumn('transaction_id', 'text', (c) => c.notNull().references('ledger_transactions.transaction_id'))
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.account_id'))
    .addColumn('amount_nano', 'bigint', (c) => c.notNull().check(sql`amount_nano <> 0`))
    .addPrimaryKeyConstraint('ledger_entries_key', ['transaction_id', 'account_id'])
    .execute()
  await db.schema.createIndex('ledger_entries_account').on('ledger_entries').column('account_id').execute()
  await sql`insert into accounts (account_id, balance_nano, floored)
    values ('platform:issuance', 0, 0), ('platform:fees', 0, 1), ('platform:payouts', 0, 0)`.execute(db)
}
