import type { Kysely } from 'kysely'

/** How long a host was silent without goodbye, less of it the longer that is ago, and when that was counted last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['down_ms', 'down_at'])
    await db.schema
      .alterTable('hosts')
      .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
}
