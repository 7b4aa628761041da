import type { Kysely } from 'kysely'

/** What a host may hold at once, how long its engines may take, and what it handed back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const hosts = () => db.schema.alterTable('hosts')
  await hosts()
    .addColumn('concurrency', 'integer', (c) => c.notNull().defaultTo(32))
    .execute()
  await hosts().addColumn('first_piece_seconds', 'integer').execute()
  await hosts().addColumn('next_piece_seconds', 'integer').execute()
  await hosts()
    .addColumn('draining', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await hosts().addColumn('drained_at', 'bigint').execute()
  await hosts().addColumn('hand_backs_json', 'text').execute()
  await hosts().addColumn('held_off_at', 'bigint').execute()
  await hosts()
    .addColumn('held_off_ms', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
