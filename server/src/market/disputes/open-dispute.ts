import type { NewDispute } from '@mkt/schemas'
import { demandOpen } from '../../accounts/demand-unchanged.ts'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { holdEarnings, mustPost } from '../earnings/freeze.ts'
import { HOUR_MS, holds, hourOf, releaseAt } from '../earnings/hold.ts'
import { takePending } from '../earnings/pending-store.ts'
import { partsOf } from '../jobs/parts-store.ts'
import { type JobRow, jobById } from '../jobs/store.ts'
import type { Credits, Stage } from '../ledger/accounts.ts'
import { dispute, sharesByKind, splitGross } from '../ledger/postings.ts'
import { type DisputeRow, disputeOf, insertDispute, openDisputesOf } from './store.ts'

const RETRY_AFTER_S = 3600

/**
 * Disputes a job that its buyer paid for: what its host earned of it is set aside until somebody decides. With strangers
 * as long as the earnings are held, among one's own for a day and as long as the host still has them.
 * Errors: not_found, conflict (nothing to dispute, too late, disputed already), rate_limited (too many are open).
 */
export async function openDispute(
  market: Market,
  userId: string,
  jobId: string,
  wanted: NewDispute,
): Promise<DisputeRow> {
  return await market.database.transaction(async (tx) => {
    // Held, so that a user's disputes pass the limit one after the other.
    await demandOpen(tx, userId)
    const job = await demandPaid(tx, userId, jobId)
    const ended = job.finished_at as number
    demandInTime(market, ended)
    await demandFewOpen(tx, market, userId)
    const { host_id, charged_nano, promo_nano } = await disputedShare(tx, job)
    const { paid, promo } = sharesByKind(promo_nano, splitGross(charged_nano))
    const row = {
      ...{ job_id: jobId, user_id: userId, host_id, reason: wanted.reason },
      ...{ text: wanted.text ?? null, charged_nano, hour: hourOf(ended) },
      ...{ promo_charged_nano: promo.gross, paid_nano: paid.host, promo_nano: promo.host },
      ...{ created_at: market.clock.now() },
    }
    if (!(await insertDispute(tx, row))) throw new DomainError('conflict', 'This job is disputed already.')
    const from = await setAside(tx, row)
    const share = { paid: row.paid_nano, promo: row.promo_nano }
    await mustPost(tx, market, dispute(row.host_id, jobId, from, share))
    return (await disputeOf(tx, jobId)) as DisputeRow
  })
}

async function demandPaid(tx: Tx, userId: string, jobId: string): Promise<JobRow> {
  const job = await jobById(tx, jobId)
  if (job?.user_id !== userId) throw new DomainError('not_found', 'You have no job with this id.')
  if (job.state === 'queued' || job.state === 'running')
    throw new DomainError('conflict', 'This job has not ended yet; mkt cancel ends it.')
  if (job.charged_nano === 0n)
    throw new DomainError('conflict', 'This job cost nothing, so there is nothing to refund.')
  return job
}

/**
 * What is disputed of a job: all that it cost; of a text that several hosts wrote, what the last of them was paid, who
 * ended it and has a name in the job.
 */
async function disputedShare(tx: Tx, job: JobRow) {
  const { charged_nano, reserved_promo_nano: promo_nano } = job
  const parts = job.prefix_tokens > 0 ? await partsOf(tx, job.job_id) : []
  const last = parts.findLast((part) => part.charged_nano > 0n)
  if (!last) return { host_id: job.host_id as string, charged_nano, promo_nano }
  return { host_id: last.host_id, charged_nano: last.charged_nano, promo_nano: last.charged_promo_nano }
}

function demandInTime(market: Market, ended: number): void {
  const until = holds(market) ? releaseAt(market, hourOf(ended)) : ended + market.limits.dispute_hours * HOUR_MS
  if (market.clock.now() < until) return
  throw new DomainError('conflict', `This job could be disputed until ${isoTime(until)}.`)
}

async function demandFewOpen(tx: Tx, { limits }: Market, userId: string): Promise<void> {
  if ((await openDisputesOf(tx, userId)) < limits.open_disputes) return
  const message = `${limits.open_disputes} disputes of yours are open; wait until some of them are decided.`
  throw new DomainError('rate_limited', message, { retryAfterS: RETRY_AFTER_S })
}

/** Where the host's share is: held, at its disposal, or frozen with all it has. Error: conflict, where it is gone. */
async function setAside(
  tx: Tx,
  { host_id, hour, paid_nano, promo_nano }: Omit<DisputeRow, 'status' | 'decided_at' | 'note'>,
): Promise<Stage> {
  const held = await holdEarnings(tx, host_id, ['pending', 'available', 'frozen'])
  const covers = ({ paid, promo }: Credits) => paid >= paid_nano && promo >= promo_nano
  if (covers(held.pending) && (await takePending(tx, { host_id, hour, paid_nano, promo_nano }))) return 'pending'
  if (covers(held.available)) return 'available'
  if (covers(held.frozen)) return 'frozen'
  throw new DomainError('conflict', 'What this job earned was taken out already; the operator may still help.')
}
