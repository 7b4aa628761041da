import { type Kysely, sql } from 'kysely'
import { systemClock } from '../../base/clock.ts'
import { createIds } from '../../base/ids.ts'

/**
 * Promotional credits get accounts of their own. What a user has left of the signup credits is promotional from here
 * on, first what can be spent, then what open jobs have set aside; all else is paid, what hosts have earned so far too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('reserved_promo_nano', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('withdrawals')
    .addColumn('promo_nano', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`insert into accounts (account_id, balance_nano, floored)
    values ('platform:issuance-promo', 0, 0), ('platform:fees-promo', 0, 1)`.execute(db)
  await findPromotional(db)
  await splitReserves(db)
  await post(db, createIds(systemClock).next('ltx'), systemClock.now())
  await db.schema.dropTable('promo_left').execute()
}

/** Signup credits came before all else and are spent first: what is left is what was given less all that was charged. */
async function findPromotional(db: Kysely<unknown>): Promise<void> {
  await sql`create table promo_left (user_id text primary key, left_nano bigint not null, free_nano bigint not null)`.execute(
    db,
  )
  await sql`insert into promo_left (user_id, left_nano, free_nano)
    select user_id, left_nano, case when left_nano < free_nano then left_nano else free_nano end from (
      select u.user_id, a.balance_nano as free_nano,
        (select coalesce(sum(l.amount_nano), 0) from ledger_entries l
          join ledger_transactions t on t.transaction_id = l.transaction_id
          where l.account_id = 'user:' || u.user_id and t.kind = 'issue' and t.reason = 'signup credits')
        - (select coalesce(sum(j.charged_nano), 0) from jobs j where j.user_id = u.user_id) as left_nano
      from users u join accounts a on a.account_id = 'user:' || u.user_id) as found
    where left_nano > 0`.execute(db)
}

async function splitReserves(db: Kysely<unknown>): Promise<void> {
  // The jobs of a user in order: each takes of what is still to be placed (`room`) as much as it has reserved.
  await sql`update jobs set reserved_promo_nano = w.promo_nano from (
      select job_id, case when room < reserved_nano then room else reserved_nano end as promo_nano from (
        select j.job_id, j.reserved_nano, p.left_nano - p.free_nano + j.reserved_nano
          - sum(j.reserved_nano) over (partition by j.user_id order by j.job_id) as room
        from jobs j join promo_left p on p.user_id = j.user_id
        where j.state in ('queued', 'running') and j.reserved_nano > 0 and p.left_nano > p.free_nano) as placed
      where room > 0) as w
    where w.job_id = jobs.job_id`.execute(db)
}

/** One transaction of the ledger, which sums to zero in each kind. */
async function post(db: Kysely<unknown>, id: string, now: number): Promise<void> {
  const set = sql`(select user_id, sum(reserved_promo_nano) as set_nano from jobs
    where state in ('queued', 'running') and reserved_promo_nano > 0 group by user_id)`
  const moved = sql`(
    select 'user' as holder, user_id, free_nano as amount_nano from promo_left where free_nano > 0
    union all select 'reserve', user_id, set_nano from ${set} as s)`
  await sql`insert into ledger_transactions (transaction_id, kind, reason, created_at)
    select ${id}, 'split', 'what is left of signup credits is promotional', ${now}
    where exists (select 1 from ${moved} as m)`.execute(db)
  await sql`insert into accounts (account_id, balance_nano, floored)
    select holder || '-promo:' || user_id, 0, 1 from ${moved} as m`.execute(db)
  await sql`insert into ledger_entries (transaction_id, account_id, amount_nano)
    select ${id}, holder || ':' || user_id, -amount_nano from ${moved} as m
    union all select ${id}, holder || '-promo:' || user_id, amount_nano from ${moved} as m
    union all select ${id}, 'platform:issuance', sum(amount_nano) from ${moved} as m having count(*) > 0
    union all select ${id}, 'platform:issuance-promo', -sum(amount_nano) from ${moved} as m having count(*) > 0`.execute(
    db,
  )
  await sql`update accounts set balance_nano = balance_nano + (select l.amount_nano from ledger_entries l
      where l.transaction_id = ${id} and l.account_id = accounts.account_id)
    where account_id in (select account_id from ledger_entries where transaction_id = ${id})`.execute(db)
}
