import { every } from '../../base/loop.ts'
import { TIMES } from '../../limits.ts'
import type { Market } from '../deps.ts'
import { HOST_SILENT, loseAttempt } from '../jobs/lose.ts'
import { runningAttempt } from '../jobs/settle.ts'
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
  const running = await runningAttempts(market.database)
  for (const job of running.filter(({ job_id }) => !market.streams.get(job_id))) {
    // Looked at again where no end can come in between: a stream of a job that has ended would keep readers waiting.
    await market.database.transaction(async (tx) => {
      const now = await runningAttempt(tx, job)
      if (now && !market.streams.get(now.job_id))
        market.streams.open({ ...job, host_id: now.host_id }, { resumed: true })
    })
  }
}
