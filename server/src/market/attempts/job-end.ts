import { InvariantError } from '../../base/errors.ts'
import { type Tx, together } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { type EndingJob, endingJob, endJob, type JobEnd, saveJobOutput } from '../jobs/store.ts'
import type { Credits } from '../ledger/accounts.ts'
import type { Posting } from '../ledger/postings.ts'
import { post } from '../ledger/store.ts'
import { countText } from '../retention/stored-store.ts'
import { closeAttempt } from './close.ts'
import { tellJobEnded } from './tell-ended.ts'

export type RunningJob = EndingJob & { host_id: string; price_nano: bigint }

/** The job's row if this attempt of it is running. */
export async function runningAttempt(
  tx: Tx,
  { job_id, attempt }: { job_id: string; attempt: number },
): Promise<RunningJob | undefined> {
  const job = await endingJob(tx, job_id)
  if (job?.state !== 'running' || job.attempt !== attempt) return undefined
  if (job.host_id === null || job.price_nano === null)
    throw new InvariantError(`running job ${job_id} has no host or price`)
  return job as RunningJob
}

export async function keepText(tx: Tx, { job_id, user_id }: EndingJob, pieces: readonly string[]): Promise<void> {
  const text = JSON.stringify(pieces)
  await together(
    tx,
    () => saveJobOutput(tx, job_id, text),
    () => countText(tx, user_id, Buffer.byteLength(text)),
  )
}

/** Known where its host's pieces came to: who ends a job elsewhere asks no other server for what is only looked at. */
export function firstPieceAt({ streams }: Market, { job_id, attempt }: EndingJob): number | null {
  const stream = streams.known(job_id)
  return stream?.attempt === attempt ? (stream.first_at ?? null) : null
}

export function reservedBy({ reserved_nano, reserved_promo_nano: promo }: EndingJob): Credits {
  return { paid: reserved_nano - promo, promo }
}

/** Writes the end. After it passed nothing of the same transaction may refuse. */
export async function mustEnd(
  tx: Tx,
  transition: Parameters<typeof endJob>[1],
  end: Parameters<typeof endJob>[2],
): Promise<void> {
  // The row was read in this transaction; another one may still have ended it first (Postgres, read committed).
  if (!(await endJob(tx, transition, end))) throw new AlreadyEnded(end.job_id)
}

/** Another transaction ended the job between our read and our write; the caller looks again. */
export class AlreadyEnded extends Error {
  constructor(jobId: string) {
    super(`job ${jobId} ended meanwhile`)
  }
}

export async function mustPost(tx: Tx, market: Market, posting: Posting): Promise<void> {
  const refusal = await post(tx, posting, market.ids.next('ltx'), market.clock.now())
  if (refusal) throw new InvariantError(`the reserve of job ${posting.job_id} does not cover it: ${refusal.short}`)
}

export async function announceEnd(
  tx: Tx,
  market: Market,
  job: EndingJob,
  state: 'completed' | 'failed',
  end: JobEnd,
): Promise<void> {
  tx.onCommit(() => {
    market.meter.ended(state)
    market.figures.ended({ job, state, end }, market.clock.now())
    closeAttempt(market, job)
    market.changes.tell(job.user_id, 'jobs')
  })
  await tellJobEnded(tx, market, job, state, end)
}
