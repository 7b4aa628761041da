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
