import type { FinishReason } from '@mkt/schemas'
import { InvariantError } from '../../base/errors.ts'
import { type Tx, together } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { holds, hourOf } from '../earnings/hold.ts'
import { addPending } from '../earnings/pending-store.ts'
import { addEarnings, countHostCompletion, countModelCompletion } from '../hosts/ends-store.ts'
import type { Credits } from '../ledger/accounts.ts'
import { type Charge, charge, type Posting, promoFirst, release, sharesByKind, splitGross } from '../ledger/postings.ts'
import { post } from '../ledger/store.ts'
import { countText } from '../retention/stored-store.ts'
import { closeAttempt } from '../streams/close.ts'
import { countCompletedJob } from '../totals-store.ts'
import { recordPaidJob } from '../trust/record-job.ts'
import { countEndedJob } from '../usage/count-store.ts'
import { tellJobEnded } from '../webhooks/job-ended.ts'
import { TRANSITIONS } from './machine.ts'
import { billedInput, billedTokens } from './price.ts'
import { countRelease } from './spending.ts'
import { type EndingJob, endingJob, endJob, type JobEnd, saveJobOutput } from './store.ts'

/** What a host delivered of an attempt. */
export interface Delivery {
  job_id: string
  attempt: number
  pieces: readonly string[]
  /** usage.completion_tokens where the engine said it. */
  engine_tokens?: number | undefined
  /** usage.prompt_tokens where the engine said it. */
  prompt_tokens?: number | undefined
}

/**
 * Ends a running job as completed: output, state, charge, fee, earnings and release in one transaction, which happens
 * once whatever is repeated. Undefined where the attempt is not running any more.
 */
export async function complete(
  market: Market,
  delivery: Delivery,
  finish_reason: FinishReason,
): Promise<{ earned_nano: bigint } | undefined> {
  return await market.database.transaction(async (tx) => {
    const job = await runningAttempt(tx, delivery)
    if (!job) return undefined
    const earned = await chargeDelivered(tx, market, job, delivery, {
      transition: 'complete',
      finish_reason,
      error: null,
    })
    const now = market.clock.now()
    const evident = await countEvidence(tx, market, job, { ...earned, finished_at: now })
    const { host_id, model } = job
    const sample = evident ? bytesOf(delivery.pieces) / earned.tokens : undefined
    await countModelCompletion(tx, { host_id, model, now, sample })
    await countCompletedJob(tx, now - job.created_at)
    return { earned_nano: earned.earned_nano }
  })
}

const bytesOf = (pieces: readonly string[]) => pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)

/**
 * A job that somebody else paid for what was written is evidence: of what its host can do at which price, which is
 * counted here, and of how it counts tokens. Answers whether it is.
 */
async function countEvidence(
  tx: Tx,
  market: Market,
  job: RunningJob,
  { tokens, written_nano, finished_at }: { tokens: number; written_nano: bigint; finished_at: number },
): Promise<boolean> {
  if (written_nano === 0n || job.target_host_id !== null) return false
  // Strangers may be given credits at each of many signups: what they buy with those moves no price.
  const paid_nano = market.trust === 'own' ? written_nano : promoFirst(written_nano, job.reserved_promo_nano).paid
  const { host_id, model, user_id, price_nano } = job
  const promo_nano = written_nano - paid_nano
  const paid = { host_id, model, user_id, price_nano, tokens, paid_nano, promo_nano, finished_at }
  if (!(await recordPaidJob(tx, paid))) return false
  tx.onCommit(() => market.offers.completed(paid))
  return true
}

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

/** Writes the end of a job that is charged for what was delivered. After the guard passed nothing here may refuse. */
export async function chargeDelivered(
  tx: Tx,
  market: Market,
  job: RunningJob,
  { pieces, engine_tokens, prompt_tokens }: Delivery,
  end: { transition: 'complete' | 'fail'; finish_reason: FinishReason | null; error: string | null },
): Promise<{ tokens: number; earned_nano: bigint; written_nano: bigint }> {
  const tokens = billedTokens({ engine_tokens, pieces, max_tokens: job.max_tokens })
  const written_nano = BigInt(tokens) * job.price_nano
  const input_tokens = billedInput({ prompt_tokens, bytes: job.prompt_bytes })
  const shares = splitGross(written_nano + BigInt(input_tokens) * (job.input_price_nano ?? 0n))
  const finished_at = market.clock.now()
  const written: JobEnd = {
    job_id: job.job_id,
    attempt: job.attempt,
    finished_at,
    charged_nano: shares.gross,
    earned_nano: shares.host,
    tokens_generated: tokens,
    finish_reason: end.finish_reason,
    error: end.error,
    error_message: null,
    prompt_tokens: prompt_tokens ?? null,
  }
  await mustEnd(tx, end.transition, written)
  await together(
    tx,
    () => keepText(tx, job, pieces),
    () => payHost(tx, market, job, shares, { ...written, transition: end.transition }),
  )
  await countRelease(tx, job, job.reserved_nano - shares.gross)
  // What was cancelled before anything came of it has used nothing.
  const used = end.transition === 'complete' || shares.gross > 0n
  const figures = {
    finished_at,
    tokens,
    prompt_tokens: prompt_tokens ?? 0,
    charged_nano: shares.gross,
    earned_nano: shares.host,
  }
  const { user_id, host_id, model, token_id } = job
  await together(
    tx,
    async () => (used ? await countEndedJob(tx, { user_id, host_id, model, token_id, ...figures }) : undefined),
    () => announceEnd(tx, market, job, TRANSITIONS[end.transition].to, written),
  )
  return { tokens, earned_nano: shares.host, written_nano }
}

/** A job's end for which its host is paid. */
type PaidEnd = JobEnd & { transition: 'complete' | 'fail' }

/** With strangers a host's share is pending for a while, counted in the hour in which it was earned. */
async function payHost(tx: Tx, market: Market, job: RunningJob, shares: Charge, end: PaidEnd): Promise<void> {
  const { user_id, job_id, host_id, reserved_promo_nano } = job
  const held = holds(market)
  await mustPost(tx, market, charge(user_id, job_id, host_id, reservedBy(job), shares, held ? 'pending' : 'available'))
  await countForHost(tx, job, end)
  if (!held || shares.host === 0n) return
  const { paid, promo } = sharesByKind(reserved_promo_nano, shares)
  await addPending(tx, { host_id, hour: hourOf(end.finished_at), paid_nano: paid.host, promo_nano: promo.host })
}

/** What it earned and, where it completed the job, that it did and how fast: one write of the host's row. */
async function countForHost(
  tx: Tx,
  { host_id, started_at }: RunningJob,
  { transition, finished_at, earned_nano: amount, tokens_generated: tokens }: PaidEnd,
): Promise<void> {
  const seconds = (finished_at - (started_at ?? finished_at)) / 1000
  if (transition === 'complete') await countHostCompletion(tx, { host_id, amount, tokens, seconds })
  else await addEarnings(tx, host_id, amount)
}

/** Ends a job as failed and free: its whole reserve goes back. */
export async function failFree(
  tx: Tx,
  market: Market,
  job: EndingJob,
  end: {
    transition: 'fail' | 'withdraw'
    error: string
    error_message?: string | null
    pieces?: readonly string[]
  },
): Promise<void> {
  const written: JobEnd = {
    job_id: job.job_id,
    attempt: job.attempt,
    finished_at: market.clock.now(),
    charged_nano: 0n,
    earned_nano: 0n,
    tokens_generated: 0,
    finish_reason: null,
    error: end.error,
    error_message: end.error_message ?? null,
    prompt_tokens: null,
  }
  await mustEnd(tx, end.transition, written)
  if (end.pieces && end.pieces.length > 0) await keepText(tx, job, end.pieces)
  await together(
    tx,
    () => mustPost(tx, market, release(job.user_id, job.job_id, reservedBy(job))),
    () => countRelease(tx, job, job.reserved_nano),
    () => announceEnd(tx, market, job, 'failed', written),
  )
}

async function keepText(tx: Tx, { job_id, user_id }: EndingJob, pieces: readonly string[]): Promise<void> {
  const text = JSON.stringify(pieces)
  await together(
    tx,
    () => saveJobOutput(tx, job_id, text),
    () => countText(tx, user_id, Buffer.byteLength(text)),
  )
}

function reservedBy({ reserved_nano, reserved_promo_nano: promo }: EndingJob): Credits {
  return { paid: reserved_nano - promo, promo }
}

async function mustEnd(
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

async function mustPost(tx: Tx, market: Market, posting: Posting): Promise<void> {
  const refusal = await post(tx, posting, market.ids.next('ltx'), market.clock.now())
  if (refusal) throw new InvariantError(`the reserve of job ${posting.job_id} does not cover it: ${refusal.short}`)
}

async function announceEnd(
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
  })
  await tellJobEnded(tx, market, job, state, end)
}
