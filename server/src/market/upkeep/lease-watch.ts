import { every } from '../../base/loop.ts'
import { TIMES } from '../../limits.ts'
import type { Market } from '../deps.ts'
import { HOST_SILENT, loseAttempt } from '../jobs/lose.ts'
import { runningAttempts } from '../jobs/store.ts'

const EVERY_MS = 5_000

/** Gives up attempts that their host has not named for the length of a lease. */
export function startLeaseWatch(market: Market) {
  return every(market.clock, market.log, 'lease-watch', EVERY_MS, () => watchLeases(market))
}

export async function watchLeases(market: Market): Promise<void> {
  await adoptUnwatched(market)
  const silent = market.streams.all().filter((stream) => market.streams.silentMs(stream) >= TIMES.lease_ms)
  await Promise.all(silent.map((stream) => loseAttempt(market, stream, HOST_SILENT)))
  for (const { job_id, host_id, attempt } of silent)
    market.log.info({ job_id, host_id, attempt }, 'attempt lost: its host is silent')
}

/** A claim whose commit was not confirmed to us (a database that restarted) has no stream; from here on it has a lease. */
async function adoptUnwatched(market: Market): Promise<void> {
  for (const { host_id, ...job } of await runningAttempts(market.database)) {
    if (host_id !== null && !market.streams.get(job.job_id)) market.streams.open({ ...job, host_id }, { resumed: true })
  }
}
