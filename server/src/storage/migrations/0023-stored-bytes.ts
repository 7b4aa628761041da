import { type Kysely, sql } from 'kysely'

/**
 * How many bytes of prompts and texts are kept of each user's jobs. Texts are counted where no submission waits for the
 * row: a job's end holds balances for which submissions wait, which hold their user.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('stored_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('stored_texts')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id'))
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .execute()
  await sql`update users set stored_bytes = coalesce((select
    sum(octet_length(j.input_text) + coalesce(octet_length(j.options_json), 0))
    from jobs j where j.user_id = users.user_id), 0)`.execute(db)
  await sql`insert into stored_texts (user_id, bytes) select j.user_id, sum(octet_length(o.pieces_json))
    from jobs j join job_outputs o on o.job_id = j.job_id group by j.user_id`.execute(db)
}
