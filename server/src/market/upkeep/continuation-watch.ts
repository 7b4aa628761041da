import { eachApart } from '../../base/each-apart.ts'
import { TIMES } from '../../limits.ts'
import { continuedJobs } from '../attempts/continue-store.ts'
import { giveUp } from '../attempts/expire.ts'
import type { Market } from '../deps.ts'
import { everyAtOne } from './at-one.ts'

const EVERY_MS = 5_000
const MOST = 10_000

/**
 * Ends jobs whose text nobody goes on with. How long one waits is counted here, on the monotonic clock and from when it
 * is first seen: an outage of the server ends none.
 */
export function startContinuationWatch(market: Market) {
  const since = new Map<string, number>()
  return everyAtOne(market, 'continuation-watch', EVERY_MS, () => watchContinued(market, since))
}

/** `since`: when each was first seen, by job and attempt. */
export async function watchContinued(market: Market, since: Map<string, number>): Promise<void> {
  const now = market.clock.monotonic()
  const waiting = await continuedJobs(market.database, MOST)
  const keys = new Set(waiting.map(({ job_id, attempt }) => `${job_id}/${attempt}`))
  for (const key of since.keys()) if (!keys.has(key)) since.delete(key)
  await eachApart(waiting, async ({ job_id, attempt }) => {
    const key = `${job_id}/${attempt}`
    const first = since.get(key) ?? now
    since.set(key, first)
    if (now - first < TIMES.continue_ms - EVERY_MS) return
    await giveUp(market, { job_id, attempt })
    market.log.info({ job_id, attempt }, 'nobody went on with the text of a job')
  })
}
