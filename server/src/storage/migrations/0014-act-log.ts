import type { Kysely } from 'kysely'

/** What admins and operators did, chained by hash: the head holds the last entry's, and is held while one is added. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('act_log')
    .addColumn('entry', 'bigint', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('via', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('act', 'text', (c) => c.notNull())
    .addColumn('subject', 'text')
    .addColumn('before_json', 'text')
    .addColumn('after_json', 'text')
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('act_log_of_subject').on('act_log').columns(['subject', 'entry']).execute()
  await db.schema
    .createTable('act_log_head')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('entry', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute()
  await (db as Kysely<{ act_log_head: { id: number; entry: number; hash: string } }>)
    .insertInto('act_log_head')
    .values({ id: 1, entry: 0, hash: '' })
    .execute()
}
