import type { Kysely } from 'kysely'

/** What servers counted, by the hour: of each series how much. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('hourly_figures')
    .addColumn('hour', 'bigint', (c) => c.notNull())
    .addColumn('series', 'text', (c) => c.notNull())
    .addColumn('amount', 'double precision', (c) => c.notNull())
    .addPrimaryKeyConstraint('hourly_figures_key', ['hour', 'series'])
    .execute()
}
