import { type Kysely, sql } from 'kysely'

/**
 * When a host was excluded from a job, since it may have the job again after a while; what a host said of its failure;
 * and which models were ever offered, with when and by whom first. Exclusions from before count as long past.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('job_exclusions')
    .addColumn('excluded_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('jobs').addColumn('error_message', 'text').execute()
  await db.schema
    .createTable('models')
    .addColumn('model', 'text', (c) => c.primaryKey())
    .addColumn('first_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('first_host_id', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('models_of_host').on('models').column('first_host_id').execute()
  await sql`insert into models (model, first_seen_at, first_host_id)
    select m.model, min(h.registered_at), min(h.host_id) from host_models m join hosts h on h.host_id = m.host_id
    group by m.model`.execute(db)
}
