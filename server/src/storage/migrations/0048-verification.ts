import { type Kysely, sql } from 'kysely'

/**
 * Whether hosts run the models that they name: which hosts the operator trusts, what was asked of whom, what it showed,
 * and what that came to. `marks` are bits beside a model's capabilities that the server gives, and not the host.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['trusted', 'verified'])
    await db.schema
      .alterTable('hosts')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  await db.schema
    .alterTable('host_models')
    .addColumn('marks', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await verdicts(db)
  await checks(db)
  await db.schema
    .createTable('verification_buyers')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id'))
    .execute()
  await db.schema
    .createTable('verification_spending')
    .addColumn('kind', 'text', (c) => c.primaryKey())
    .addColumn('spent_nano', 'bigint', (c) => c.notNull())
    .execute()
}

async function verdicts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('host_verdicts')
    .addColumn('host_id', 'text', (c) => c.notNull().references('hosts.host_id'))
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('trial', 'integer', (c) => c.notNull())
    .addColumn('verdict', 'text', (c) =>
      c.notNull().check(sql`verdict in ('undecided', 'verified', 'watch', 'refused')`),
    )
    .addColumn('state_json', 'text', (c) => c.notNull())
    .addColumn('decided_at', 'bigint', (c) => c.notNull())
    .addColumn('checked_at', 'bigint')
    .addColumn('appeal', 'text')
    .addColumn('appealed_at', 'bigint')
    .addColumn('upheld_at', 'bigint')
    .addColumn('note', 'text')
    .addPrimaryKeyConstraint('host_verdicts_key', ['host_id', 'model'])
    .execute()
  await sql`create index host_verdicts_refused on host_verdicts (host_id)
    where verdict in ('refused', 'watch')`.execute(db)
}

async function checks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('verification_checks')
    .addColumn('check_id', 'text', (c) => c.primaryKey())
    .addColumn('host_id', 'text', (c) => c.notNull().references('hosts.host_id'))
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('reference_host_id', 'text', (c) => c.notNull())
    .addColumn('job_id', 'text', (c) => c.notNull())
    .addColumn('reference_job_id', 'text', (c) => c.notNull())
    .addColumn('score_job_id', 'text')
    .addColumn('reference_score_job_id', 'text')
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('answering', 'scoring', 'counted', 'void')`))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('findings_json', 'text')
    .addColumn('nats', 'double precision')
    .execute()
  await db.schema
    .createIndex('verification_checks_of_host')
    .on('verification_checks')
    .columns(['host_id', 'model', 'check_id'])
    .execute()
  await db.schema.createIndex('verification_checks_of_job').on('verification_checks').column('job_id').execute()
  await sql`create index verification_checks_open on verification_checks (check_id)
    where state in ('answering', 'scoring')`.execute(db)
}
