import type { HostFunds } from '@mkt/schemas'
import { isoTime } from '../../base/clock.ts'
import type { Reader } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { STAGES, sumOf } from '../ledger/accounts.ts'
import { stagesOf } from '../ledger/store.ts'
import { heldHours, releaseAsTold } from './hold.ts'
import { firstPending } from './pending-store.ts'

/** Where a host's earnings are, and when the next of them can be taken out. */
export async function reportEarnings(
  market: Pick<Market, 'limits' | 'trust' | 'clock'>,
  reader: Reader,
  hostId: string,
): Promise<HostFunds> {
  const held = await stagesOf(reader, hostId, STAGES)
  const now = market.clock.now()
  const next = sumOf(held.pending) > 0n ? await firstPending(reader, hostId, now) : undefined
  return {
    available: held.available.paid,
    available_promotional: held.available.promo,
    pending: sumOf(held.pending),
    disputed: sumOf(held.disputed),
    frozen: sumOf(held.frozen),
    next_release: next
      ? { at: isoTime(releaseAsTold(next.hour, heldHours(market, next), now)), amount: next.amount_nano }
      : null,
  }
}
