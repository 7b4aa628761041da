import { DomainError, InvariantError } from '../../base/errors.ts'
import { hostTopic } from '../../bus/bus.ts'
import { endOnce, type LiveStream } from '../../live/streams.ts'
import type { Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { leaveQueue } from '../jobs/queue-store.ts'
import { type JobRow, jobById } from '../jobs/store.ts'
import { chargeDelivered, type Delivery, readsOnly } from './charge-delivered.ts'
import { AlreadyEnded, runningAttempt } from './job-end.ts'
import { failQueued } from './settle.ts'

/** What jobs say that ended so. */
export const CANCELLED = 'cancelled'
const TRIES = 5
const AT_WORK_MS = 10_000
const BYTES_PER_TOKEN = 4

/**
 * Ends a user's job as failed with error "cancelled"; one that has ended is left as it is. Queued: everything is
 * released, but for what hosts have written of it already. Running: the pieces received so far are charged and paid,
 * and so is the prompt, where its host is answering: else whoever leaves with the last piece has it read for nothing.
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

/**
 * Cancels a job where it is queued and `stands` holds in that transaction; answers whether it held. One that a host
 * took meanwhile goes on.
 */
export async function cancelQueued(
  market: Market,
  jobId: string,
  stands: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<boolean> {
  let stood = true
  await unlessEnded(market, async (tx) => {
    stood = await stands(tx)
    if (stood) await cancelIn(tx, market, jobId)
  })
  return stood
}

/**
 * Cancels a queued job in a transaction of the caller's; one that is not queued is left alone, also where a claim that
 * was under way came first (Postgres): the end is the first thing that is written, so nothing of it stands then.
 */
export async function cancelIn(tx: Tx, market: Market, jobId: string): Promise<void> {
  const job = await jobById(tx, jobId)
  if (job?.state !== 'queued') return
  try {
    await failQueued(tx, market, job, { error: CANCELLED, charged: true })
  } catch (error) {
    if (error instanceof AlreadyEnded) return
    throw error
  }
  await leaveQueue(tx, job)
}

async function cancelRunning(market: Market, job: JobRow): Promise<void> {
  const found = await market.streams.find(job.job_id)
  // Whether or not it is live: what was read of it is what there is.
  const stream = found?.attempt === job.attempt ? found : undefined
  if (stream) await market.streams.refresh(stream)
  const delivery = { job_id: job.job_id, attempt: job.attempt, ...deliveredOf(market, job, stream) }
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
  if (job.host_id !== null) market.bus.publish(hostTopic(job.host_id))
}

/**
 * Vectors and scores are paid by what the engine counted of their texts, which it says with the last of them: before it
 * does nothing is known, and nobody is shown what came.
 */
function deliveredOf(market: Market, job: JobRow, stream: LiveStream | undefined): Pick<Delivery, 'pieces' | 'counts'> {
  if (!stream || readsOnly(job)) return { pieces: [] }
  const { pieces } = stream
  return isAtWork(market, stream) ? { pieces, counts: { prompt_tokens: promptOf(job) } } : { pieces }
}

/**
 * The host has begun to answer and goes on with it, so it has read the prompt; of one that fell silent nobody knows,
 * and a buyer who gives up on it pays for what it wrote.
 */
function isAtWork({ streams }: Market, { length, prefix, advanced_at }: LiveStream): boolean {
  return length > prefix && streams.now() - advanced_at < AT_WORK_MS
}

/** No engine has counted it yet: a token of most texts has four bytes or less. The text so far is taken off again. */
const promptOf = ({ prompt_bytes, prefix_tokens }: JobRow) => Math.floor(prompt_bytes / BYTES_PER_TOKEN) + prefix_tokens

/** Where another end came first, the caller's next look finds it. */
async function unlessEnded(market: Market, work: (tx: Tx) => Promise<void>): Promise<void> {
  try {
    await market.database.transaction(work)
  } catch (error) {
    if (!(error instanceof AlreadyEnded)) throw error
  }
}
