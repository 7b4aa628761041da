import type { Kysely } from 'kysely'

/** What users want to be told of their spending, and what they were told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('spending_alerts')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id'))
  for (const column of ['day_nano', 'month_nano', 'balance_nano', 'day_told', 'day_told_at'])
    table = table.addColumn(column, 'bigint')
  for (const column of ['month_told', 'month_told_at', 'balance_told_at']) table = table.addColumn(column, 'bigint')
  await table.execute()
}
