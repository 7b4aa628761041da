import { sql } from 'kysely'
import type { Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

/** Rows that are summed up at once; what is more waits for the next round. */
const MOST = 100_000

// Taken out and added in one statement: a row is counted in one of the two places at any moment. Another server that
// sums up at the same time takes others, or none.
const sumUp = statement()((q) =>
  q
    .with('taken', (w) =>
      w
        .deleteFrom('account_moves')
        .where(sql<boolean>`ctid = any (array(
          select ctid from account_moves limit ${sql.lit(MOST)} for update skip locked))`)
        .returning(['account_id', 'amount_nano']),
    )
    .with('sums', (w) =>
      w
        .selectFrom('taken')
        .select((e) => ['account_id', sql<bigint>`${e.fn.sum('amount_nano')}::bigint`.as('amount_nano')])
        .groupBy('account_id'),
    )
    .updateTable('accounts')
    .from('sums')
    .set({ balance_nano: sql<bigint>`accounts.balance_nano + sums.amount_nano` })
    .whereRef('accounts.account_id', '=', 'sums.account_id'),
)

/** Adds what waits to its accounts (Postgres); answers how many accounts it moved. */
export const sumMoves = (tx: Tx): Promise<number> => tx.run(sumUp, {})
