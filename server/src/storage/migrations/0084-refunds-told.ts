import { type Kysely, sql } from 'kysely'

/**
 * A dispute is kept beside the status, which a refund of the whole takes, and refunds that failed beside those that
 * were made. What was told before says which disputes are open: one whose winning was told after it is not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['disputed', 'failed_minor'])
    await db.schema
      .alterTable('purchases')
      .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
  await db.schema
    .createTable('refunds_told')
    .addColumn('purchase_id', 'text', (c) => c.notNull().references('purchases.purchase_id'))
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('said_at', 'bigint', (c) => c.notNull())
    .addColumn('refunded_minor', 'bigint', (c) => c.notNull())
    .addColumn('failed_minor', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('refunds_told_key', ['purchase_id', 'event_id'])
    .execute()
  await sql`update purchases set disputed = 1 where status = 'disputed' or (status = 'refunded' and purchase_id in (
    select purchase_id from payment_events where outcome = 'applied'
      and type in ('charge.dispute.created', 'charge.dispute.funds_withdrawn')))`.execute(db)
  await sql`update purchases set disputed = 0,
      status = case when refunded_minor >= amount_minor then 'refunded' else 'paid' end
    where disputed = 1 and purchase_id in (select purchase_id from payment_events
      where (type = 'charge.dispute.closed' and outcome = 'refused') or (outcome = 'applied'
        and type in ('charge.dispute.created', 'charge.dispute.funds_withdrawn'))
      group by purchase_id
      having max(case when outcome = 'refused' then received_at else 0 end)
        > max(case when outcome = 'applied' then received_at else 0 end))`.execute(db)
}
