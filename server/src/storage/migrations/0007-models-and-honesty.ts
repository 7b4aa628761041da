import type { Kysely } from 'kysely'

/** Limits of single models, and what shows a host that counts more tokens than its text can hold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('host_models').addColumn('max_tokens', 'bigint').execute()
  await db.schema.alterTable('host_models').addColumn('bytes_per_token', 'double precision').execute()
  await db.schema
    .alterTable('host_models')
    .addColumn('measured_jobs', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('hosts')
    .addColumn('flagged', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
