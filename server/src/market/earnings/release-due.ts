import type { Market } from '../deps.ts'
import { sumOf } from '../ledger/accounts.ts'
import { mature } from '../ledger/postings.ts'
import { holdEarnings, mustPost } from './freeze.ts'
import { firstHeldOf, firstHeldOfAny, HOUR_MS } from './hold.ts'
import { hostsWithDue, removePending } from './pending-store.ts'

const HOSTS_AT_ONCE = 500

type Releasing = Pick<Market, 'database' | 'clock' | 'ids' | 'limits' | 'trust'>

/** Lets hosts take out what they earned long enough ago: a transaction a host. */
export async function releaseDue(market: Releasing): Promise<void> {
  const now = market.clock.now()
  const soonest = firstHeldOfAny(market, now)
  const since = now - market.limits.earnings_hold_checked_hours * HOUR_MS
  for (let after = ''; ; ) {
    const hosts = await hostsWithDue(market.database, { before: soonest, after, since, limit: HOSTS_AT_ONCE })
    for (const { host_id, first_hour, ...judged } of hosts) {
      const before = firstHeldOf(market, now, judged)
      if (first_hour < before) await release(market, host_id, before)
    }
    const last = hosts.at(-1)
    if (!last || hosts.length < HOSTS_AT_ONCE) return
    after = last.host_id
  }
}

async function release(market: Releasing, host_id: string, before: number): Promise<void> {
  await market.database.transaction(async (tx) => {
    // Held first: another server may release the same, or a dispute or an operator take it away.
    await holdEarnings(tx, host_id, ['pending'])
    const due = await removePending(tx, host_id, before)
    if (sumOf(due) > 0n) await mustPost(tx, market, mature(host_id, due, 'the hold is over'))
  })
}
