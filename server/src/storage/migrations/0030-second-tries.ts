import type { Kysely } from 'kysely'

/** Of which standing a host must be that tries a job again after others failed it, and until when that holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('least_standing', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('jobs').addColumn('standing_until', 'bigint').execute()
}
