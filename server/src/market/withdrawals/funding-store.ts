import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import { hostAccount, SIGNUP_REASON } from '../ledger/postings.ts'

// Bounded by the newest charges, so that an operator's page costs the same whatever a host has earned before.
const payers = statement<{ account: string }>()((q, p) =>
  q
    .selectFrom(
      sql<{ user_id: string; amount_nano: bigint }>`(select j.user_id, e.amount_nano from ledger_entries e
        join ledger_transactions t on t.transaction_id = e.transaction_id and t.kind = 'charge'
        join jobs j on j.job_id = t.job_id
        where e.account_id = ${p('account')} order by e.transaction_id desc limit 1000)`.as('r'),
    )
    .groupBy('r.user_id')
    .select((e) => [
      e.fn.sum<bigint>('r.amount_nano').as('paid_nano'),
      received(sql`(i.amount_nano > 0 or s.kind = 'take-back')`).as('received_nano'),
      received(sql`s.kind = 'issue' and s.reason = ${sql.lit(SIGNUP_REASON)}`).as('signup_nano'),
    ]),
)

/** What came into a buyer's account from outside the ledger: given, bought, and less what was taken back again. */
function received(which: ReturnType<typeof sql>) {
  return sql<bigint>`coalesce((select sum(i.amount_nano) from ledger_entries i
    join ledger_transactions s on s.transaction_id = i.transaction_id and s.kind in ('issue', 'purchase', 'take-back')
    where i.account_id = 'user:' || r.user_id and ${which}), 0)`
}

/**
 * The part, 0..1, of a host's last 1,000 charges that buyers paid from signup credits, which nobody has paid for: of
 * each buyer in the proportion of their signup credits to all that they were ever given or have bought. An estimate.
 */
export async function signupShare(reader: Reader, hostId: string): Promise<number> {
  const rows = await reader.all(payers, { account: hostAccount(hostId) })
  const paid = rows.reduce((sum, row) => sum + Number(row.paid_nano), 0)
  if (paid === 0) return 0
  const share = (row: (typeof rows)[number]) =>
    row.received_nano > 0n ? Number(row.signup_nano) / Number(row.received_nano) : 0
  return rows.reduce((sum, row) => sum + Number(row.paid_nano) * share(row), 0) / paid
}
