import { type Kysely, sql } from 'kysely'

/** Finds the newest entries of an account, however many it has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index ledger_entries_account`.execute(db)
  await sql`create index ledger_entries_recent on ledger_entries (account_id, transaction_id)`.execute(db)
}
