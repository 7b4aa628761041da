import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * What hosts say that their engines can do, and what of that jobs need, as bits; a model's own null: the host's. On
 * SQLite it stands in the index by which claims look: see 0033.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('hosts')
    .addColumn('capabilities', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('host_models').addColumn('capabilities', 'integer').execute()
  await db.schema
    .alterTable('jobs')
    .addColumn('needs', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
  await db.schema.dropIndex('jobs_in_line').execute()
  await sql`create index jobs_in_line on jobs (user_id, target_host_id, model, job_id, price_cap_nano, max_tokens,
    only_hosts, not_hosts, least_standing, standing_until, needs) where state = 'queued'`.execute(db)
}
