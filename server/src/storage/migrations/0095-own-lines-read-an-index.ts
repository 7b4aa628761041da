import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** A host's own line is looked through by an index in which all is that decides, as the queue of all is: see 0033. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
  await db.schema.dropIndex('jobs_for_host').execute()
  await sql`create index jobs_for_host on jobs (target_host_id, model, job_id, price_cap_nano, max_tokens,
    only_hosts, not_hosts, least_standing, standing_until, needs, input_cap_nano)
    where state = 'queued' and target_host_id is not null`.execute(db)
}
