import type { Market } from '../deps.ts'
import { collectOwed } from '../purchases/collect-owed.ts'
import { forgetEarlyDisputes } from '../purchases/early-store.ts'
import { expirePurchases } from '../purchases/purchase-store.ts'
import { everyAtOne } from './at-one.ts'

const EVERY_MS = 60_000
/** The provider tells of the end of a checkout by itself; this is for one that it never heard of, or never told. */
const GRACE_MS = 3_600_000
/** A provider tells again for three days at most what was not acknowledged. */
const EARLY_MS = 30 * 86_400_000

/** Ends purchases that nobody paid in time; a payment that comes later is taken all the same. Disputes of payments that never come are forgotten, and what is owed is taken back. */
export function startPurchaseExpiry(market: Market) {
  return everyAtOne(market, 'purchase-expiry', EVERY_MS, async () => {
    await market.database.transaction(async (tx) => {
      const now = market.clock.now()
      await expirePurchases(tx, now - GRACE_MS)
      await forgetEarlyDisputes(tx, now - EARLY_MS)
    })
    await collectOwed(market)
  })
}
