import { every } from '../../base/loop.ts'
import { TIMES } from '../../limits.ts'
import type { Market } from '../deps.ts'
import { pastDeadline } from '../jobs/deadlines.ts'
import { DAY_OVER, HOST_SILENT, loseAttempt } from '../jobs/lose.ts'
import type { AttemptLoss } from '../jobs/machine.ts'
import { runningAttempt } from '../jobs/settle.ts'
import { runningAttempts } from '../jobs/store.ts'
import type { LiveStream } from '../streams/live.ts'
import { resumeAttempt } from '../streams/open.ts'

const EVERY_MS = 5_000

/**
 * Gives up attempts that their host has not named for the length of a lease, or that are past one of their deadlines,
 * and jobs that were submitted a day ago. It looks at what is in memory: a round costs the running attempts.
 */
export function startLeaseWatch(market: Market) {
  return every(market.clock, market.log, 'lease-watch', EVERY_MS, () => watchLeases(market))
}

export async function watchLeases(market: Market): Promise<void> {
  await adoptUnwatched(market)
  const before = market.queueTime.submittedBefore()
  const over = market.streams.all().flatMap((stream) => {
    const why = whyOver(market, stream, before)
    return why ? [{ stream, why }] : []
  })
  await Promise.all(over.map(({ stream, why }) => loseAttempt(market, stream, LOSSES[why] ?? HOST_SILENT)))
  for (const { stream, why } of over) {
    const { job_id, host_id, attempt } = stream
    market.log.info({ job_id, host_id, attempt, why }, `attempt lost: ${SAID[why]}`)
  }
}

const SAID = {
  day_over: 'its job was submitted a day ago',
  silent: 'its host is silent',
  first_piece: 'no first piece in time',
  next_piece: 'no further piece in time',
  end: 'no end in time',
}
const LOSSES: Partial<Record<keyof typeof SAID, AttemptLoss>> = { day_over: DAY_OVER }

function whyOver({ clock, streams }: Market, stream: LiveStream, before: number): keyof typeof SAID | undefined {
  if (stream.created_at < before) return 'day_over'
  if (streams.silentMs(stream) >= TIMES.lease_ms) return 'silent'
  return pastDeadline(stream, clock.monotonic())
}

/** A claim whose commit was not confirmed to us (a database that restarted) has no stream; from here on it has a lease. */
async function adoptUnwatched(market: Market): Promise<void> {
  const running = await runningAttempts(market.database)
  for (const job of running.filter(({ job_id }) => !market.streams.get(job_id))) {
    // Looked at again where no end can come in between: a stream of a job that has ended would keep readers waiting.
    await market.database.transaction(async (tx) => {
      const now = await runningAttempt(tx, job)
      if (now && !market.streams.get(now.job_id)) resumeAttempt(market, { ...job, host_id: now.host_id })
    })
  }
}
