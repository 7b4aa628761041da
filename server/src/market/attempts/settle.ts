import type { FinishReason } from '@mkt/schemas'
import { type Tx, together } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { countModelCompletion } from '../hosts/ends-store.ts'
import { bytesDelivered } from '../jobs/price.ts'
import { countRelease } from '../jobs/spending.ts'
import type { EndingJob, JobEnd } from '../jobs/store.ts'
import { promoFirst, release } from '../ledger/postings.ts'
import { countCompletedJob } from '../totals-store.ts'
import { recordPaidJob } from '../trust/record-job.ts'
import { chargeDelivered, chargeParts, type Delivery } from './charge-delivered.ts'
import { countsOf } from './engine-counts.ts'
import {
  announceEnd,
  firstPieceAt,
  keepText,
  mustEnd,
  mustPost,
  type RunningJob,
  reservedBy,
  runningAttempt,
} from './job-end.ts'
import { forgetPartTexts } from './parts-store.ts'
import type { Share } from './shares.ts'
import { textSoFar } from './text-so-far.ts'

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
    return job && { earned_nano: await completeIn(tx, market, job, delivery, finish_reason) }
  })
}

/** The same in a transaction of the caller's; answers what the attempt earned. */
export async function completeIn(
  tx: Tx,
  market: Market,
  job: RunningJob,
  delivery: Delivery,
  finish_reason: FinishReason,
): Promise<bigint> {
  const end = { transition: 'complete' as const, finish_reason, error: null }
  const share = await chargeDelivered(tx, market, job, delivery, end)
  const now = market.clock.now()
  const evident = await countEvidence(tx, market, job, { share, finished_at: now })
  const { host_id, model } = job
  const sample = evident ? bytesDelivered(share.pieces) / share.tokens : undefined
  await countModelCompletion(tx, { host_id, model, now, sample })
  await countCompletedJob(tx, now - job.created_at)
  return share.charge.host
}

/**
 * A job that somebody else paid for what was written is evidence: of what its host can do at which price, which is
 * counted here, and of how it counts tokens. Answers whether it is.
 */
async function countEvidence(
  tx: Tx,
  market: Market,
  job: RunningJob,
  { share, finished_at }: { share: Share; finished_at: number },
): Promise<boolean> {
  const { tokens } = share
  const { written_nano } = share
  if (written_nano === 0n || job.target_host_id !== null) return false
  // Strangers may be given credits at each of many signups: what they buy with those moves no price.
  const paid_nano = market.trust === 'own' ? written_nano : promoFirst(written_nano, share.promo_there).paid
  const { host_id, model, user_id, price_nano } = job
  const promo_nano = written_nano - paid_nano
  const paid = { host_id, model, user_id, price_nano, tokens, paid_nano, promo_nano, finished_at }
  if (!(await recordPaidJob(tx, paid))) return false
  tx.onCommit(() => market.offers.completed(paid))
  return true
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
    first_piece_at: firstPieceAt(market, job),
    finished_at: market.clock.now(),
    charged_nano: 0n,
    earned_nano: 0n,
    tokens_generated: 0,
    finish_reason: null,
    error: end.error,
    error_message: end.error_message ?? null,
    ...countsOf({}),
  }
  await mustEnd(tx, end.transition, written)
  if (end.pieces && end.pieces.length > 0) await keepText(tx, job, end.pieces)
  if (job.prefix_tokens > 0) await forgetPartTexts(tx, job.job_id)
  await together(
    tx,
    () => mustPost(tx, market, release(job.user_id, job.job_id, reservedBy(job))),
    () => countRelease(tx, job, job.reserved_nano),
    () => announceEnd(tx, market, job, 'failed', written),
  )
}

/**
 * Ends a running job that nobody completes. It is free, unless its buyer had said that what was delivered is to be kept
 * and paid.
 */
export async function failUnfinished(
  tx: Tx,
  market: Market,
  job: RunningJob,
  { error, error_message, pieces, seen }: Unfinished & { pieces: readonly string[]; seen: boolean },
): Promise<void> {
  if (job.keep_partial === 0 || !seen)
    return await failFree(tx, market, job, { transition: 'fail', error, error_message, pieces })
  const end = { transition: 'fail' as const, finish_reason: null, error, error_message }
  const { job_id, attempt } = job
  await chargeDelivered(tx, market, job, { job_id, attempt, pieces }, end)
}

/** The same of a queued one, with what earlier attempts wrote of it. `charged`: it is paid in any case. */
export async function failQueued(
  tx: Tx,
  market: Market,
  job: EndingJob,
  { error, charged = false }: { error: string; charged?: boolean },
): Promise<void> {
  if (job.prefix_tokens > 0 && (charged || job.keep_partial === 1))
    return await chargeParts(tx, market, job, { transition: 'withdraw', finish_reason: null, error })
  const before = await textSoFar(tx, job)
  await failFree(tx, market, job, { transition: 'withdraw', error, ...(before ? { pieces: before.pieces } : {}) })
}

interface Unfinished {
  error: string
  error_message: string | null
}
