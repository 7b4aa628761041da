import type { Kysely } from 'kysely'

/**
 * What a token may do: scopes, models and what it may spend, null for all that its account may. `parent_id` is the token
 * that made it and with which it ends; `made_by` the operator who made a documents key for its owner.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['scopes_json', 'models_json', 'spending_json', 'parent_id', 'made_by'])
    await db.schema.alterTable('credentials').addColumn(column, 'text').execute()
  await db.schema.alterTable('credentials').addColumn('last_used_at', 'bigint').execute()
  await db.schema.createIndex('credentials_parent').on('credentials').column('parent_id').execute()
  await db.schema.alterTable('jobs').addColumn('spending_json', 'text').execute()
  // Day 0 is all time; other days count from 1970-01-01, in UTC.
  await db.schema
    .createTable('token_spending')
    .addColumn('credential_id', 'text', (c) => c.notNull().references('credentials.credential_id'))
    .addColumn('day', 'bigint', (c) => c.notNull())
    .addColumn('spent_nano', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('token_spending_key', ['credential_id', 'day'])
    .execute()
}
