import type { Kysely } from 'kysely'

/**
 * Which checks came as a matter of routine, and until when a model is still shown as verified of which that is doubted.
 * Checks of before count as routine ones, so that nobody waits longer for what was earned then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('verification_checks')
    .addColumn('routine', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.alterTable('host_verdicts').addColumn('shown_until', 'bigint').execute()
}
