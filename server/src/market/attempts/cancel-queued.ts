import type { Market } from '../deps.ts'
import { queuedJobsOfUser } from '../jobs/list-store.ts'
import { cancel } from './cancel.ts'

/** Cancels what a user has queued, a job a transaction: twenty thousand must not hold the writer at once. */
export async function cancelQueuedOf(market: Market, userId: string): Promise<void> {
  while (true) {
    const jobs = await queuedJobsOfUser(market.database, userId)
    for (const { job_id } of jobs) await cancel(market, userId, job_id)
    if (jobs.length === 0) return
  }
}
