import { eachApart } from '../../base/each-apart.ts'
import { every } from '../../base/loop.ts'
import { TIMES } from '../../limits.ts'
import { ageUnserved, expire, overdueJobs } from '../attempts/expire.ts'
import type { Market } from '../deps.ts'

const EVERY_MS = 15_000

/** Ends queued jobs that nobody may run for too long, or that are too old. While the server is down no time counts. */
export function startJobExpiry(market: Market) {
  // Nobody ages by the time before.
  market.queueTime.age()
  return every(market.clock, market.log, 'job-expiry', EVERY_MS, async () => {
    // Whoever does not do it lets no time gather either.
    const aged = market.queueTime.age()
    if (!market.leads()) return
    await ageUnserved(market.database, aged, market.clock.now())
    await expireJobs(market, market.queueTime.submittedBefore())
  })
}

export async function expireJobs(market: Market, before: number): Promise<void> {
  await eachApart(await overdueJobs(market.database, TIMES.unserved_ms, before), async ({ job_id }) => {
    await expire(market, job_id)
    market.log.info({ job_id }, 'job expired in the queue')
  })
}
