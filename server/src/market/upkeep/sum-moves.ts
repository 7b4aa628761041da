import type { Market } from '../deps.ts'
import { sumMoves } from '../ledger/moves-store.ts'
import { sumTotals } from '../totals-store.ts'
import { everyAtOne } from './at-one.ts'

/** What waits is counted wherever it is asked for: this only keeps it little. */
const EVERY_MS = 1000

/** On Postgres, adds to the platform's fees and to the totals what settlements appended since. */
export function startSumMoves(market: Market) {
  if (market.database.dialect === 'sqlite') return async () => undefined
  return everyAtOne(market, 'sum-moves', EVERY_MS, async () => {
    await market.database.transaction(async (tx) => {
      await sumMoves(tx)
      await sumTotals(tx)
    })
  })
}
