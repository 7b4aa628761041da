import { type Kysely, sql } from 'kysely'

/** Purchases whose credits were spent before they were taken back are looked for with each submission; who asked for a withdrawal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index purchases_owed on purchases (user_id) where owed_nano > 0`.execute(db)
  await db.schema.alterTable('withdrawals').addColumn('owner_user_id', 'text').execute()
  await sql`update withdrawals set owner_user_id =
    (select owner_user_id from hosts where hosts.host_id = withdrawals.host_id)`.execute(db)
}
