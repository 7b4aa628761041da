import type { Market } from '../deps.ts'
import { queuedJobsOfUser } from '../jobs/list-store.ts'
import { cancelQueued } from './cancel.ts'

/**
 * Cancels what a user has queued, a job a transaction: twenty thousand must not hold the writer at once. What a host
 * took meanwhile goes on to its end and is paid, as what was running before.
 */
export async function cancelQueuedOf(market: Market, userId: string): Promise<void> {
  while (true) {
    const jobs = await queuedJobsOfUser(market.database, userId)
    for (const { job_id } of jobs) await cancelQueued(market, job_id)
    if (jobs.length === 0) return
  }
}
