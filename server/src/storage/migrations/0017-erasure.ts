import { type Kysely, sql } from 'kysely'

/** Accounts that have ended and of which something is still to be erased; withdrawals that forget at their end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('erasures')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id'))
    .addColumn('noted_at', 'bigint', (c) => c.notNull())
    .execute()
  // Those that ended before left their texts to the retention time, and their destinations for ever.
  await sql`insert into erasures (user_id, noted_at) select user_id, deleted_at from users where deleted_at is not null`.execute(
    db,
  )
  await db.schema
    .alterTable('withdrawals')
    .addColumn('forget', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
