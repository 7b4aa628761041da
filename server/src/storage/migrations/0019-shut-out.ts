import { type Kysely, sql } from 'kysely'

/**
 * When users and hosts were shut out, so that every server ends at once what they have under way; hosts whose owner is
 * out; and what an operator claws back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('shut_out_at', 'bigint').execute()
  await db.schema.alterTable('hosts').addColumn('shut_out_at', 'bigint').execute()
  await sql`update users set shut_out_at = 0 where disabled = 1 or deleted_at is not null`.execute(db)
  await sql`update hosts set disabled = disabled + 2 where owner_user_id in
    (select user_id from users where disabled = 1 or deleted_at is not null)`.execute(db)
  await sql`update hosts set shut_out_at = 0 where disabled <> 0`.execute(db)
  await sql`create index users_shut_out on users (shut_out_at) where shut_out_at is not null`.execute(db)
  await sql`create index hosts_shut_out on hosts (shut_out_at) where shut_out_at is not null`.execute(db)
  await sql`insert into accounts (account_id, balance_nano, floored)
    values ('platform:forfeits', 0, 1), ('platform:forfeits-promo', 0, 1)`.execute(db)
}
