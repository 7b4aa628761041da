import type { Kysely } from 'kysely'

/** Names that stand for models, and how much a host's model reads and writes together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('model_aliases')
    .addColumn('alias', 'text', (c) => c.primaryKey())
    .addColumn('models_json', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.alterTable('host_models').addColumn('context_tokens', 'integer').execute()
}
