import { type Kysely, sql } from 'kysely'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/**
 * What hosts have shown by jobs that others paid, what was paid at which price, and how a host's last jobs of a model
 * ended. Bytes per token are measured anew: jobs that nobody else paid counted until now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await proofs(db)
  await sales(db)
  await db.schema
    .alterTable('host_models')
    .addColumn('recent_ends', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await sql`update host_models set bytes_per_token = null, measured_jobs = 0`.execute(db)
}

const paidByOthers = sql`from jobs j join hosts h on h.host_id = j.host_id
  where j.state = 'completed' and j.charged_nano > 0 and j.target_host_id is null
    and (h.owner_user_id is null or h.owner_user_id <> j.user_id)`

async function proofs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('host_proofs')
    .addColumn('host_id', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('day', 'bigint', (c) => c.notNull())
    .addColumn('level', 'integer', (c) => c.notNull())
    .addColumn('price_nano', 'bigint', (c) => c.notNull())
    .addColumn('jobs', 'bigint', (c) => c.notNull())
    .addColumn('longest', 'bigint', (c) => c.notNull())
    .addColumn('paid_nano', 'bigint', (c) => c.notNull())
    .addColumn('buyer', 'text', (c) => c.notNull())
    .addColumn('other_buyer', 'text')
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('host_proofs_key', ['model', 'host_id', 'day', 'level'])
    .execute()
  await sql`insert into host_proofs
    (host_id, model, day, level, price_nano, jobs, longest, paid_nano, buyer, other_buyer, last_at)
    select host_id, model, day, level, min(price_nano), count(*), max(tokens_generated), sum(charged_nano),
      min(user_id), nullif(max(user_id), min(user_id)), max(finished_at)
    from (
      select j.host_id, j.model, j.user_id, j.finished_at / ${sql.lit(DAY_MS)} as day,
        cast(floor(4 * ln(j.price_nano) / ln(2)) as integer) as level,
        j.price_nano, j.tokens_generated, j.charged_nano, j.finished_at
      ${paidByOthers} and j.finished_at > (select max(finished_at) from jobs) - ${sql.lit(7 * DAY_MS)}
    ) as sold group by host_id, model, day, level`.execute(db)
}

async function sales(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('model_sales')
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('hour', 'bigint', (c) => c.notNull())
    .addColumn('host_id', 'text', (c) => c.notNull())
    .addColumn('price_nano', 'bigint', (c) => c.notNull())
    .addColumn('paid_nano', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('model_sales_key', ['model', 'hour', 'host_id', 'price_nano'])
    .execute()
  await db.schema.createIndex('model_sales_by_hour').on('model_sales').column('hour').execute()
  await sql`insert into model_sales (model, hour, host_id, price_nano, paid_nano)
    select model, hour, host_id, price_nano, sum(charged_nano)
    from (
      select j.model, j.host_id, j.price_nano, j.charged_nano, j.finished_at / ${sql.lit(HOUR_MS)} as hour
      ${paidByOthers} and j.finished_at > (select max(finished_at) from jobs) - ${sql.lit(DAY_MS)}
    ) as sold group by model, hour, host_id, price_nano`.execute(db)
}
