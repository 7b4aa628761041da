import { every } from '../../base/loop.ts'
import { TIMES } from '../../limits.ts'
import type { Market } from '../deps.ts'
import { ageUnserved, expire, overdueJobs } from '../jobs/expire.ts'

const EVERY_MS = 15_000

/** Ends queued jobs that nobody may run for too long, or that are too old. Time while the server is down does not count. */
export function startJobExpiry(market: Market) {
  const start = { wall: market.clock.now(), monotonic: market.clock.monotonic() }
  let last = start.monotonic
  return every(market.clock, market.log, 'job-expiry', EVERY_MS, async () => {
    const now = market.clock.monotonic()
    await ageUnserved(market.database, now - last)
    last = now
    await expireJobs(market, queuedBefore(start, now))
  })
}

/**
 * A job's day in the queue counts from the later of its submission and the server's start, on the monotonic clock:
 * an outage or a clock that jumps expires nothing.
 */
function queuedBefore(start: { wall: number; monotonic: number }, now: number): number {
  const up = now - start.monotonic
  return up < TIMES.queue_ms ? 0 : start.wall + up - TIMES.queue_ms
}

async function expireJobs(market: Market, before: number): Promise<void> {
  for (const { job_id } of await overdueJobs(market.database, TIMES.unserved_ms, before)) {
    await expire(market, job_id)
    market.log.info({ job_id }, 'job expired in the queue')
  }
}
