import { every } from '../../base/loop.ts'
import type { Market } from '../deps.ts'
import { expirePurchases } from '../purchases/purchase-store.ts'

const EVERY_MS = 600_000
/** The provider tells of the end of a checkout by itself; this is for one that it never heard of, or never told. */
const GRACE_MS = 3_600_000

/** Ends purchases that nobody paid in time. A payment that comes later is taken all the same. */
export function startPurchaseExpiry(market: Market) {
  return every(market.clock, market.log, 'purchase-expiry', EVERY_MS, async () => {
    await market.database.transaction((tx) => expirePurchases(tx, market.clock.now() - GRACE_MS))
  })
}
