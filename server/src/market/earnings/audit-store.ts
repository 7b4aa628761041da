import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

type Sums = { subject: string; found_nano: bigint; wanted_nano: bigint }

// By account: what the hours hold against what the ledger holds.
const pending = statement()((q) =>
  q
    .selectFrom(
      sql<Sums>`(select subject, sum(found_nano) as found_nano, sum(wanted_nano) as wanted_nano from (
          select 'host-pending:' || host_id as subject, paid_nano as found_nano, 0 as wanted_nano from pending_earnings
          union all select 'host-pending-promo:' || host_id, promo_nano, 0 from pending_earnings
          union all select account_id, 0, balance_nano from accounts where account_id like 'host-pending%') as both_sides
        group by subject)`.as('w'),
    )
    .whereRef('w.found_nano', '<>', 'w.wanted_nano')
    .selectAll(),
)

/** Pending earnings whose hours do not sum to what the ledger holds. */
export const wrongPending = (reader: Reader) => reader.all(pending, {})

const disputed = statement()((q) =>
  q
    .selectFrom(
      sql<Sums>`(select subject, sum(found_nano) as found_nano, sum(wanted_nano) as wanted_nano from (
          select 'host-disputed:' || host_id as subject, paid_nano as found_nano, 0 as wanted_nano from disputes
            where status = 'open'
          union all select 'host-disputed-promo:' || host_id, promo_nano, 0 from disputes where status = 'open'
          union all select 'host-disputed:' || s.host_id, s.paid_nano, 0 from dispute_shares s
            join disputes d on d.job_id = s.job_id where d.status = 'open'
          union all select 'host-disputed-promo:' || s.host_id, s.promo_nano, 0 from dispute_shares s
            join disputes d on d.job_id = s.job_id where d.status = 'open'
          union all select account_id, 0, balance_nano from accounts where account_id like 'host-disputed%') as both_sides
        group by subject)`.as('w'),
    )
    .whereRef('w.found_nano', '<>', 'w.wanted_nano')
    .selectAll(),
)
// Refunded is what a job cost, once, and only where a dispute says so.
const refunded = statement()((q) =>
  q
    .selectFrom(
      sql<Sums>`(select subject, sum(found_nano) as found_nano, sum(wanted_nano) as wanted_nano from (
          select job_id as subject, 0 as found_nano, charged_nano as wanted_nano from disputes where status = 'refunded'
          union all select t.job_id, l.amount_nano, 0 from ledger_transactions t
            join ledger_entries l on l.transaction_id = t.transaction_id and l.account_id like 'user%'
            where t.kind = 'refund') as both_sides
        group by subject)`.as('w'),
    )
    .whereRef('w.found_nano', '<>', 'w.wanted_nano')
    .selectAll(),
)

/** Disputed earnings that do not sum to what the ledger holds aside. */
export const wrongDisputed = (reader: Reader) => reader.all(disputed, {})
/** Jobs whose refund is not what they cost. */
export const wrongRefunds = (reader: Reader) => reader.all(refunded, {})
