import type { NewDispute } from '@mkt/schemas'
import { demandOpen } from '../../accounts/demand-unchanged.ts'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Tx } from '../../storage/database.ts'
import { partsOf } from '../attempts/parts-store.ts'
import type { Market } from '../deps.ts'
import { holdEarnings, mustPost } from '../earnings/freeze.ts'
import { HOUR_MS, holds, hourOf, releaseAt } from '../earnings/hold.ts'
import { takePending } from '../earnings/pending-store.ts'
import { type JobRow, jobById } from '../jobs/store.ts'
import type { Credits, Stage } from '../ledger/accounts.ts'
import { dispute } from '../ledger/postings.ts'
import { type HostShare, hostShares, inOrder } from './share.ts'
import { type DisputeRow, disputeOf, insertDispute, insertDisputeShare, openDisputesOf } from './store.ts'

const RETRY_AFTER_S = 3600

/**
 * Disputes a job that its buyer paid for: what its hosts earned of it is set aside until somebody decides. With
 * strangers as long as the earnings are held, among one's own for a day and as long as the host still has them.
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
    const hour = hourOf(ended)
    const shares = await setSharesAside(tx, job, hour)
    const { host_id, ...share } = (shares.at(-1) as SetAside).share
    const row = {
      ...{ job_id: jobId, user_id: userId, host_id, reason: wanted.reason },
      ...{ text: wanted.text ?? null, ...share, hour, created_at: market.clock.now() },
      charged_nano: shares.reduce((sum, { share: { charged_nano } }) => sum + charged_nano, 0n),
    }
    if (!(await insertDispute(tx, row))) throw new DomainError('conflict', 'This job is disputed already.')
    for (const { share: one } of shares.slice(0, -1)) await insertDisputeShare(tx, { job_id: jobId, ...one })
    for (const { share: one, from } of shares) {
      const { paid_nano: paid, promo_nano: promo } = one
      await mustPost(tx, market, dispute(one.host_id, jobId, from, { paid, promo }))
    }
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

type SetAside = { share: HostShare; from: Stage }

/**
 * What each of its hosts had of a job, as far as it is still there, and where that was; the last one's last. Error:
 * conflict, where all of it is gone.
 */
async function setSharesAside(tx: Tx, job: JobRow, hour: number): Promise<SetAside[]> {
  const parts = job.prefix_tokens > 0 ? await partsOf(tx, job.job_id) : []
  const shares = hostShares(job, parts)
  const found: SetAside[] = []
  for (const share of inOrder(shares)) {
    const from = await setAside(tx, share, hour)
    if (from) found.push({ share, from })
  }
  if (found.length === 0)
    throw new DomainError('conflict', 'What this job earned was taken out already; the operator may still help.')
  return found.sort((a, b) => shares.indexOf(a.share) - shares.indexOf(b.share))
}

function demandInTime(market: Market, ended: number): void {
  const { earnings_hold_hours, dispute_hours } = market.limits
  const until = holds(market) ? releaseAt(hourOf(ended), earnings_hold_hours) : ended + dispute_hours * HOUR_MS
  if (market.clock.now() < until) return
  throw new DomainError('conflict', `This job could be disputed until ${isoTime(until)}.`)
}

async function demandFewOpen(tx: Tx, { limits }: Market, userId: string): Promise<void> {
  if ((await openDisputesOf(tx, userId)) < limits.open_disputes) return
  const message = `${limits.open_disputes} disputes of yours are open; wait until some of them are decided.`
  throw new DomainError('rate_limited', message, { retryAfterS: RETRY_AFTER_S })
}

/** Where a host's share is: held, at its disposal, or frozen with all it has; undefined where it is gone. */
async function setAside(
  tx: Tx,
  { host_id, paid_nano, promo_nano }: HostShare,
  hour: number,
): Promise<Stage | undefined> {
  const held = await holdEarnings(tx, host_id, ['pending', 'available', 'frozen'])
  const covers = ({ paid, promo }: Credits) => paid >= paid_nano && promo >= promo_nano
  if (covers(held.pending) && (await takePending(tx, { host_id, hour, paid_nano, promo_nano }))) return 'pending'
  if (covers(held.available)) return 'available'
  return covers(held.frozen) ? 'frozen' : undefined
}
