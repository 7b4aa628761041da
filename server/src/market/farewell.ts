import type { Tx } from '../storage/database.ts'
import type { Market } from './deps.ts'
import { disownHosts } from './hosts/owner-store.ts'
import { cancel, cancelIn } from './jobs/cancel.ts'
import { queuedJobsOfUser } from './jobs/list-store.ts'

/**
 * What the marketplace winds up when an account ends: queued jobs are cancelled with their reserves released, hosts
 * become unowned, so that their keys go on and can withdraw. Running jobs run to their end.
 */
export function farewellWith(market: Market) {
  return {
    /** Before the end, in many small transactions: twenty thousand jobs must not hold the writer at once. */
    async prepare(userId: string): Promise<void> {
      while (true) {
        const jobs = await queuedJobsOfUser(market.database, userId)
        for (const { job_id } of jobs) await cancel(market, userId, job_id)
        if (jobs.length === 0) return
      }
    },
    /** In the transaction of the end: what was queued since. */
    async finish(tx: Tx, userId: string): Promise<void> {
      for (const { job_id } of await queuedJobsOfUser(tx, userId)) await cancelIn(tx, market, job_id)
      await disownHosts(tx, userId)
    },
  }
}
