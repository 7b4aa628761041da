import type { Tx } from '../storage/database.ts'
import type { Market } from './deps.ts'
import { disownHosts } from './hosts/owner-store.ts'
import { queuedJobsOfUser } from './jobs/list-store.ts'
import { leaveQueue } from './jobs/queue-store.ts'
import { failFree } from './jobs/settle.ts'

/**
 * What the marketplace winds up when an account ends: queued jobs are cancelled with their reserves released, hosts
 * become unowned, so that their keys go on and can withdraw. Running jobs run to their end.
 */
export function farewellWith(market: Market) {
  return async (tx: Tx, userId: string): Promise<void> => {
    for (const job of await queuedJobsOfUser(tx, userId)) {
      await leaveQueue(tx, job)
      await failFree(tx, market, job, { transition: 'withdraw', error: 'cancelled' })
    }
    await disownHosts(tx, userId)
  }
}
