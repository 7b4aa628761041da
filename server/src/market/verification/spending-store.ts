import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import { feesAccount, type Kind } from '../ledger/accounts.ts'

const add = statement<{ kind: Kind; amount: bigint }>()((q, p) =>
  q
    .insertInto('verification_spending')
    .values({ kind: p('kind'), spent_nano: p('amount') })
    .onConflict((c) =>
      c.column('kind').doUpdateSet({ spent_nano: sql<bigint>`verification_spending.spent_nano + excluded.spent_nano` }),
    ),
)
const spent = statement()((q) => q.selectFrom('verification_spending').selectAll())
// With what is still to be summed up into it.
const fees = statement<{ account: string }>()((q, p) =>
  q
    .selectFrom('accounts as a')
    .select(
      sql<bigint>`a.balance_nano + coalesce((select sum(m.amount_nano) from account_moves m
        where m.account_id = a.account_id), 0)`.as('balance_nano'),
    )
    .where('a.account_id', '=', p('account')),
)
const wrong = statement()((q) =>
  q
    .selectFrom(
      sql<{ subject: string; found_nano: bigint; wanted_nano: bigint }>`(
        select subject, sum(found_nano) as found_nano, sum(wanted_nano) as wanted_nano from (
          select kind as subject, spent_nano as found_nano, 0 as wanted_nano from verification_spending
          union all select case when l.account_id like '%-promo' then 'promo' else 'paid' end, 0, -l.amount_nano
            from ledger_transactions t join ledger_entries l on l.transaction_id = t.transaction_id
              and l.account_id like 'platform:fees%' where t.kind = 'verify') as both_sides group by subject)`.as('w'),
    )
    .whereRef('w.found_nano', '<>', 'w.wanted_nano')
    .selectAll(),
)

export const addSpending = (tx: Tx, kind: Kind, amount: bigint) => tx.run(add, { kind, amount })
export async function spentOf(reader: Reader, kind: Kind): Promise<bigint> {
  return (await reader.all(spent, {})).find((row) => row.kind === kind)?.spent_nano ?? 0n
}
/** What the platform has of its fees. */
export const feesOf = async (reader: Reader, kind: Kind) =>
  (await reader.get(fees, { account: feesAccount(kind) }))?.balance_nano ?? 0n
/** Spending whose sum is not what the ledger posted. */
export const wrongVerification = (reader: Reader) => reader.all(wrong, {})
