import { formatCredits } from '@mkt/schemas'
import type { Market } from '../deps.ts'
import { mustPost } from '../earnings/freeze.ts'
import { userAccount } from '../ledger/accounts.ts'
import { takeBack } from '../ledger/postings.ts'
import { holdBalances } from '../ledger/store.ts'
import { collectablePurchases, settleOwed } from './owed-store.ts'
import { lockPurchase } from './purchase-store.ts'

/**
 * Takes back what could not be taken when a payment went back, since it was set aside for jobs or spent: as soon as its
 * user has paid credits again. Until all is settled the user submits nothing.
 */
export async function collectOwed(market: Pick<Market, 'database' | 'clock' | 'ids' | 'log'>): Promise<void> {
  for (const { purchase_id } of await collectablePurchases(market.database)) {
    await market.database.transaction(async (tx) => {
      const row = await lockPurchase(tx, purchase_id)
      if (!row || row.owed_nano === 0n) return
      const account = userAccount(row.user_id)
      const balance = (await holdBalances(tx, [account])).get(account) ?? 0n
      const taken = balance < row.owed_nano ? balance : row.owed_nano
      if (taken <= 0n) return
      await settleOwed(tx, purchase_id, taken)
      await mustPost(tx, market, takeBack(row.user_id, purchase_id, taken, 'owed'))
      const { user_id } = row
      tx.onCommit(() =>
        market.log.info({ user_id, purchase_id }, `${formatCredits(taken)} owed credits were taken back`),
      )
    })
  }
}
