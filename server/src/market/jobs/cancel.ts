import { DomainError, InvariantError } from '../../base/errors.ts'
import { endOnce } from '../../live/streams.ts'
import type { Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { chargeDelivered } from './charge-delivered.ts'
import { AlreadyEnded, runningAttempt } from './job-end.ts'
import { leaveQueue } from './queue-store.ts'
import { failQueued } from './settle.ts'
import { type JobRow, jobById } from './store.ts'

const CANCELLED = 'cancelled'
const TRIES = 5

/**
 * Ends a user's job as failed with error "cancelled"; one that has ended is left as it is. Queued: everything is
 * released, but for what hosts have written of it already. Running: the pieces received so far are charged and paid.
 * Error: not_found.
 */
export async function cancel(market: Market, userId: string, jobId: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const job = await jobById(market.database, jobId)
    if (job?.user_id !== userId) throw new DomainError('not_found', 'You have no job with this id.')
    if (job.state === 'queued') await cancelQueued(market, jobId)
    else if (job.state === 'running') await cancelRunning(market, job)
    else return
  }
  throw new InvariantError(`job ${jobId} changed ${TRIES} times while it was being cancelled`)
}

async function cancelQueued(market: Market, jobId: string): Promise<void> {
  await unlessEnded(market, (tx) => cancelIn(tx, market, jobId))
}

/** Cancels a queued job in a transaction of the caller's; one that is not queued is left alone. */
export async function cancelIn(tx: Tx, market: Market, jobId: string): Promise<void> {
  const job = await jobById(tx, jobId)
  if (job?.state !== 'queued') return
  await failQueued(tx, market, job, { error: CANCELLED, charged: true })
  await leaveQueue(tx, job)
}

async function cancelRunning(market: Market, job: JobRow): Promise<void> {
  const found = await market.streams.find(job.job_id)
  // Whether or not it is live: what was read of it is what there is.
  const stream = found?.attempt === job.attempt ? found : undefined
  if (stream) await market.streams.refresh(stream)
  const delivery = { job_id: job.job_id, attempt: job.attempt, pieces: stream?.pieces ?? [] }
  const end = () =>
    unlessEnded(market, async (tx) => {
      const running = await runningAttempt(tx, delivery)
      if (!running) return
      await chargeDelivered(tx, market, running, delivery, {
        transition: 'fail',
        finish_reason: null,
        error: CANCELLED,
      })
    })
  await (stream ? endOnce(stream, end) : end())
}

/** Where another end came first, the caller's next look finds it. */
async function unlessEnded(market: Market, work: (tx: Tx) => Promise<void>): Promise<void> {
  try {
    await market.database.transaction(work)
  } catch (error) {
    if (!(error instanceof AlreadyEnded)) throw error
  }
}
