import { purgeReports } from '../attempts/failure-store.ts'
import type { Market } from '../deps.ts'
import { salesSince } from '../trust/market-prices.ts'
import { PROOF_MS } from '../trust/proof.ts'
import { purgeProofs } from '../trust/proof-store.ts'
import { purgeSales } from '../trust/sales-store.ts'
import { everyAtOne } from './at-one.ts'

const EVERY_MS = 600_000
/** No job waits longer for another host. */
const REPORTS_MS = 86_400_000

/**
 * Removes what proves nothing any more: paid jobs of more than a week ago, sales that the market's price has left, and
 * what hosts reported of jobs that are over.
 */
export function startProofExpiry(market: Market) {
  return everyAtOne(market, 'proof-expiry', EVERY_MS, async () => {
    const now = market.clock.now()
    await market.database.transaction(async (tx) => {
      await purgeProofs(tx, now - PROOF_MS)
      await purgeSales(tx, salesSince(now).week)
      await purgeReports(tx, now - REPORTS_MS)
    })
  })
}
