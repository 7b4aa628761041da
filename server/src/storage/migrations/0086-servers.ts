import type { Kysely } from 'kysely'

/** The server processes of this database, each signing now and then that it is here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('servers')
    .addColumn('server_id', 'text', (c) => c.primaryKey())
    .addColumn('machine', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('services', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('signed_at', 'bigint', (c) => c.notNull())
    .addColumn('memory_bytes', 'bigint', (c) => c.notNull())
    .addColumn('cores', 'double precision', (c) => c.notNull())
    .addColumn('delay_ms', 'double precision', (c) => c.notNull())
    .execute()
}
