import { type Actor, logAct } from '../../accounts/act-log.ts'
import { DomainError } from '../../base/errors.ts'
import type { Tx } from '../../storage/database.ts'
import { type EarningsDeps, holdEarnings, mustPost } from '../earnings/freeze.ts'
import { addPending } from '../earnings/pending-store.ts'
import { shutOutBy } from '../hosts/store.ts'
import { jobById } from '../jobs/store.ts'
import { feesAccount, isSummed, KINDS, userAccount } from '../ledger/accounts.ts'
import { refund, undispute } from '../ledger/postings.ts'
import { holdBalances } from '../ledger/store.ts'
import { unrecordPaidJob } from '../trust/record-job.ts'
import { chargesOf, type HostShare, inOrder } from './share.ts'
import { closeDispute, type DisputeRow, disputeOf, earlierShares } from './store.ts'

export type Verdict = 'refund' | 'reject'

/**
 * Decides a dispute, once; logged. A refund brings back all that the job cost, from its hosts' shares and the
 * platform's fee, in the kinds that were paid. Rejected, the shares go back to the hosts, held as long as they would
 * have been.
 * Errors: not_found, conflict.
 */
export async function decideDispute(
  tx: Tx,
  deps: EarningsDeps,
  actor: Actor,
  { job_id, verdict, note }: { job_id: string; verdict: Verdict; note: string | null },
): Promise<DisputeRow> {
  const row = await disputeOf(tx, job_id)
  if (!row) throw new DomainError('not_found', 'There is no dispute of a job with this id.')
  const status = verdict === 'refund' ? 'refunded' : 'rejected'
  const now = deps.clock.now()
  if (!(await closeDispute(tx, job_id, { status, note, now })))
    throw new DomainError('conflict', `This dispute is ${row.status} already.`)
  const shares = inOrder(sharesIn(row, await earlierShares(tx, job_id)))
  if (verdict === 'refund') await giveBack(tx, deps, { row, shares }, actor)
  else for (const share of shares) await giveToHost(tx, deps, row, share)
  const before = { status: row.status }
  const after = { status, amount: row.charged_nano, host_id: row.host_id }
  await logAct(tx, deps, actor, { act: `dispute.${verdict}`, subject: job_id, before, after })
  return { ...row, status, note, decided_at: now }
}

/** What each host had: the one that the dispute names had what the others had not. */
function sharesIn(row: DisputeRow, earlier: readonly HostShare[]): HostShare[] {
  const { host_id, promo_charged_nano, paid_nano, promo_nano } = row
  const charged_nano = earlier.reduce((left, share) => left - share.charged_nano, row.charged_nano)
  return [...earlier, { host_id, charged_nano, promo_charged_nano, paid_nano, promo_nano }]
}

async function giveBack(
  tx: Tx,
  deps: EarningsDeps,
  { row, shares }: { row: DisputeRow; shares: readonly HostShare[] },
  actor: Actor,
): Promise<void> {
  const { user_id, job_id } = row
  const summed = (account: string) => isSummed(tx.dialect, account)
  const moved = KINDS.flatMap((kind) => [feesAccount(kind), userAccount(user_id, kind)])
  await holdBalances(
    tx,
    moved.filter((account) => !summed(account)),
  )
  for (const share of shares) {
    const why = `dispute decided by ${actor.actor}`
    await mustPost(tx, deps, refund(user_id, job_id, share.host_id, chargesOf(share), why))
    if (share.host_id === row.host_id) await forgetSale(tx, job_id, share)
  }
}

async function forgetSale(
  tx: Tx,
  job_id: string,
  { host_id, charged_nano, promo_charged_nano }: HostShare,
): Promise<void> {
  const job = await jobById(tx, job_id)
  if (job?.state !== 'completed' || job.target_host_id !== null) return
  const { model, price_nano, finished_at } = job
  if (price_nano === null || finished_at === null || job.host_id !== host_id) return
  const kinds = { paid_nano: charged_nano - promo_charged_nano, promo_nano: promo_charged_nano }
  await unrecordPaidJob(tx, { host_id, model, price_nano, finished_at, ...kinds })
}

async function giveToHost(
  tx: Tx,
  deps: EarningsDeps,
  { job_id, hour }: DisputeRow,
  { host_id, paid_nano, promo_nano }: HostShare,
): Promise<void> {
  const out = (await shutOutBy(tx, host_id)) !== 0
  await holdEarnings(tx, host_id, ['available', 'pending', 'frozen'])
  // The next release looks at the hour: one that is over long since is let go of at once.
  await mustPost(
    tx,
    deps,
    undispute(host_id, job_id, out ? 'frozen' : 'pending', { paid: paid_nano, promo: promo_nano }),
  )
  if (!out) await addPending(tx, { host_id, hour, paid_nano, promo_nano })
}
