import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * On SQLite a row is read with its prompt, whatever is asked of it: whether a host may run a job stands in the index by
 * which claims look. Postgres keeps long texts apart, and has no room for lists of hosts in an index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
  await db.schema.dropIndex('jobs_in_line').execute()
  await sql`create index jobs_in_line on jobs (user_id, target_host_id, model, job_id, price_cap_nano, max_tokens,
    only_hosts, not_hosts, least_standing, standing_until) where state = 'queued'`.execute(db)
}
