import { type Kysely, sql } from 'kysely'

/**
 * Passkeys, and what is good once: challenges and codes. An app counts by itself from here on, since an account may have
 * a second factor without one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('second_factors').addColumn('confirmed_at', 'bigint').execute()
  await sql`update second_factors set confirmed_at =
    (select second_factor_at from users u where u.user_id = second_factors.user_id)`.execute(db)
  await db.schema
    .createTable('passkeys')
    .addColumn('passkey_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports_json', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('synced', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute()
  await db.schema
    .createTable('one_time_secrets')
    .addColumn('secret_hash', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('one_time_secrets_end').on('one_time_secrets').column('expires_at').execute()
}
