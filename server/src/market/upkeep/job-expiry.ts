import { every } from '../../base/loop.ts'
import { TIMES } from '../../limits.ts'
import type { Market } from '../deps.ts'
import { ageUnserved, expire, overdueJobs } from '../jobs/expire.ts'

const EVERY_MS = 15_000

/** Ends queued jobs that nobody may run for too long, or that are too old. Time while the server is down does not count. */
export function startJobExpiry(market: Market) {
  let last = market.clock.monotonic()
  return every(market.clock, market.log, 'job-expiry', EVERY_MS, async () => {
    const now = market.clock.monotonic()
    await expireJobs(market, now - last)
    last = now
  })
}

export async function expireJobs(market: Market, elapsedMs: number): Promise<void> {
  await market.database.transaction((tx) => ageUnserved(tx, elapsedMs))
  const before = market.clock.now() - TIMES.queue_ms
  for (const { job_id } of await overdueJobs(market.database, TIMES.unserved_ms, before)) {
    await expire(market, job_id)
    market.log.info({ job_id }, 'job expired in the queue')
  }
}
