import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

// By the partial index purchases_owed.
const sum = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('purchases')
    .select((e) => e.fn.coalesce(e.fn.sum<bigint>('owed_nano'), sql<bigint>`0`).as('owed_nano'))
    .where('user_id', '=', p('user_id'))
    .where('owed_nano', '>', 0n),
)
const collectable = statement()((q) =>
  q
    .selectFrom('purchases as p')
    .innerJoin('accounts as a', (join) => join.on(sql<boolean>`a.account_id = 'user:' || p.user_id`))
    .select('p.purchase_id')
    .where('p.owed_nano', '>', 0n)
    .where('a.balance_nano', '>', 0n)
    .orderBy('p.purchase_id')
    .limit(500),
)
const settle = statement<{ purchase_id: string; amount: bigint }>()((q, p) =>
  q
    .updateTable('purchases')
    .set({
      owed_nano: sql<bigint>`owed_nano - ${p('amount')}`,
      taken_back_nano: sql<bigint>`taken_back_nano + ${p('amount')}`,
    })
    .where('purchase_id', '=', p('purchase_id')),
)

/** What a user spent of credits whose payment went back, in nano-credits. */
export const owedBy = async (reader: Reader, user_id: string) => (await reader.get(sum, { user_id }))?.owed_nano ?? 0n
/** Purchases of which something is owed by somebody who has something. */
export const collectablePurchases = (reader: Reader) => reader.all(collectable, {})
export const settleOwed = (tx: Tx, purchase_id: string, amount: bigint) => tx.run(settle, { purchase_id, amount })
