import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { jsonList, statement } from '../../storage/statement.ts'

// The limit stands in the WHERE, as the floor of an account does: no interleaving passes it. A first row needs no
// guard, since one amount above the limit is refused before.
const add = statement<{ credential_id: string; day: number; amount: bigint; most: bigint }>()((q, p) =>
  q
    .insertInto('token_spending')
    .values({ credential_id: p('credential_id'), day: p('day'), spent_nano: p('amount') })
    .onConflict((c) =>
      c
        .columns(['credential_id', 'day'])
        .doUpdateSet({ spent_nano: sql<bigint>`token_spending.spent_nano + ${p('amount')}` })
        .where(sql<boolean>`token_spending.spent_nano + ${p('amount')} <= ${p('most')}`),
    ),
)
const subtract = statement<{ credential_id: string; day: number; amount: bigint }>()((q, p) =>
  q
    .updateTable('token_spending')
    .set({ spent_nano: sql<bigint>`spent_nano - ${p('amount')}` })
    .where('credential_id', '=', p('credential_id'))
    .where('day', '=', p('day')),
)
const spent = statement<{ credential_id: string; day: number }>()((q, p) =>
  q
    .selectFrom('token_spending')
    .select('spent_nano')
    .where('credential_id', '=', p('credential_id'))
    .where('day', '=', p('day')),
)

const ofTokens = statement<{ ids: string; day: number }>()((q, p, dialect) =>
  q
    .selectFrom('token_spending')
    .select(['credential_id', 'day', 'spent_nano'])
    .where('credential_id', 'in', jsonList(dialect, p('ids')))
    .where((e) => e.or([e('day', '=', 0), e('day', '=', p('day'))])),
)

/** One token's count of one day; day 0 counts all time. */
interface Row {
  credential_id: string
  day: number
}

/** Adds an amount in nano-credits; false, and nothing added, where that would pass `most`. */
export const addSpending = async (tx: Tx, row: Row, amount: bigint, most: bigint) =>
  amount <= most && (await tx.run(add, { ...row, amount, most })) === 1
export const subtractSpending = (tx: Tx, row: Row, amount: bigint) => tx.run(subtract, { ...row, amount })
export const spentOn = async (reader: Reader, row: Row) => (await reader.get(spent, { ...row }))?.spent_nano ?? 0n
/** What is counted of many tokens, in all (day 0) and on a day. */
export const spentOnAll = (reader: Reader, ids: readonly string[], day: number) =>
  reader.all(ofTokens, { ids: JSON.stringify(ids), day })
