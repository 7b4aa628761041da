import type { Market } from '../deps.ts'
import { recoverReliability } from '../hosts/ends-store.ts'
import { everyAtOne } from './at-one.ts'

const EVERY_MS = 3_600_000

/** A host that failed gets jobs again some hours later, also where nobody tries it meanwhile. */
export function startHostRecovery(market: Market) {
  return everyAtOne(market, 'host-recovery', EVERY_MS, async () => {
    await market.database.transaction(recoverReliability)
    market.offers.forget()
  })
}
