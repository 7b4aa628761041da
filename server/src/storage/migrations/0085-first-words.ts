import type { Kysely } from 'kysely'

/** When the first piece of a job's text came, wall ms; null: none did, or nobody noted it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('first_piece_at', 'bigint').execute()
}
