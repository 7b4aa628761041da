import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

// An id is the last 30 characters of the reason of its postings. A purchase is posted once, to its own user, when it
// was paid; what it was taken back is posted as often as there was something to take.
const purchases = statement()((q) =>
  q
    .selectFrom(
      sql<{
        subject: string
        found_nano: bigint
        wanted_nano: bigint
        postings: number
        wrong: number
      }>`(select subject, sum(found_nano) as found_nano, sum(wanted_nano) as wanted_nano, sum(postings) as postings,
          max(case when owner is null or holder is null or owner = holder then 0 else 1 end) as wrong,
          sum(wanted_postings) as wanted_postings
        from (
          select purchase_id as subject, 'user:' || user_id as owner, null as holder, 0 as found_nano,
            case when status in ('paid', 'refunded', 'disputed') then credits_nano else 0 end - taken_back_nano as wanted_nano,
            0 as postings, case when status in ('paid', 'refunded', 'disputed') then 1 else 0 end as wanted_postings
          from purchases
          union all
          select substr(t.reason, length(t.reason) - 29), p.owner, l.account_id, l.amount_nano, 0,
            case when t.kind = 'purchase' then 1 else 0 end, 0
          from ledger_transactions t
          join ledger_entries l on l.transaction_id = t.transaction_id and l.account_id <> 'platform:issuance'
          left join (select purchase_id, 'user:' || user_id as owner from purchases) p
            on p.purchase_id = substr(t.reason, length(t.reason) - 29)
          where t.kind in ('purchase', 'take-back')) as both_sides
        group by subject
        having sum(found_nano) <> sum(wanted_nano) or sum(postings) <> sum(wanted_postings)
          or max(case when owner is null or holder is null or owner = holder then 0 else 1 end) = 1)`.as('w'),
    )
    .select(['w.subject', 'w.found_nano', 'w.wanted_nano', 'w.postings']),
)

/** Purchases whose credits are not in the ledger exactly once, less what was taken back. */
export const wrongPurchases = (reader: Reader) => reader.all(purchases, {})
