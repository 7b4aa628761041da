import type { Market } from '../deps.ts'
import { sumOf } from '../ledger/accounts.ts'
import { mature } from '../ledger/postings.ts'
import { holdEarnings, mustPost } from './freeze.ts'
import { firstHeld } from './hold.ts'
import { hostsWithDue, removePending } from './pending-store.ts'

const HOSTS_AT_ONCE = 500

/** Lets hosts take out what they earned long enough ago: a transaction a host. */
export async function releaseDue(
  market: Pick<Market, 'database' | 'clock' | 'ids' | 'limits' | 'trust'>,
): Promise<void> {
  const before = firstHeld(market, market.clock.now())
  while (true) {
    const hosts = await hostsWithDue(market.database, before, HOSTS_AT_ONCE)
    for (const { host_id } of hosts) {
      await market.database.transaction(async (tx) => {
        // Held first: another server may release the same, or a dispute or an operator take it away.
        await holdEarnings(tx, host_id, ['pending'])
        const due = await removePending(tx, host_id, before)
        if (sumOf(due) > 0n) await mustPost(tx, market, mature(host_id, due, 'the hold is over'))
      })
    }
    if (hosts.length < HOSTS_AT_ONCE) return
  }
}
