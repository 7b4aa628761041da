import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Every submission and every claim leaves a dead row of its queue, and those of users who were served lie where claims
 * begin to look. By Postgres' own setting a fifth of the table must be dead before it is cleaned: with 100,000 queues
 * 20,000 turns, after which a look takes 6 times as long, or 170 to 400 times where a backup was under way meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) return
  await sql`alter table queues set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
    autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000,
    autovacuum_vacuum_cost_delay = 0)`.execute(db)
}
