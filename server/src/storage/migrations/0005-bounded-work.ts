import { type Kysely, sql } from 'kysely'

/** Columns and indexes by which a poll, an upkeep round and a host's report cost the same however much is queued. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('price_cap_nano', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update jobs set price_cap_nano = reserved_nano / max_tokens`.execute(db)
  await sql`create index jobs_affordable on jobs (model, price_cap_nano) where state = 'queued'`.execute(db)
  await sql`create index jobs_short on jobs (model, max_tokens) where state = 'queued'`.execute(db)
  await sql`create index jobs_queued_by_id on jobs (job_id) where state = 'queued'`.execute(db)
  await db.schema
    .alterTable('hosts')
    .addColumn('earned_nano', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update hosts set earned_nano = coalesce((select sum(l.amount_nano) from ledger_entries l
    join ledger_transactions t on t.transaction_id = l.transaction_id and t.kind = 'charge'
    where l.account_id = 'host:' || hosts.host_id), 0)`.execute(db)
}
