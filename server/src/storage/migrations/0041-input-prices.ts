import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * What hosts ask for a token that is read, and what of that a job's reserve covers. On SQLite it stands in the index by
 * which claims look: see 0033.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('hosts')
    .addColumn('input_price_nano', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  for (const column of ['prompt_bytes', 'input_cap_nano'])
    await db.schema
      .alterTable('jobs')
      .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
  await db.schema.alterTable('jobs').addColumn('input_price_nano', 'bigint').execute()
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
  await db.schema.dropIndex('jobs_in_line').execute()
  await sql`create index jobs_in_line on jobs (user_id, target_host_id, model, job_id, price_cap_nano, max_tokens,
    only_hosts, not_hosts, least_standing, standing_until, needs, input_cap_nano) where state = 'queued'`.execute(db)
}
