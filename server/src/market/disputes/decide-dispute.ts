import { type Actor, logAct } from '../../accounts/act-log.ts'
import { DomainError } from '../../base/errors.ts'
import type { Tx } from '../../storage/database.ts'
import { type EarningsDeps, holdEarnings, mustPost } from '../earnings/freeze.ts'
import { addPending } from '../earnings/pending-store.ts'
import { shutOutBy } from '../hosts/store.ts'
import { jobById } from '../jobs/store.ts'
import { feesAccount, isSummed, KINDS, userAccount } from '../ledger/accounts.ts'
import { refund, sharesByKind, splitGross, undispute } from '../ledger/postings.ts'
import { holdBalances } from '../ledger/store.ts'
import { unrecordPaidJob } from '../trust/record-job.ts'
import { closeDispute, type DisputeRow, disputeOf } from './store.ts'

export type Verdict = 'refund' | 'reject'

/**
 * Decides a dispute, once; logged. A refund brings back all that the job cost, from the host's share and the platform's
 * fee, in the kinds that were paid. Rejected, the share goes back to the host, held as long as it would have been.
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
  if (verdict === 'refund') await giveBack(tx, deps, row, actor)
  else await giveToHost(tx, deps, row)
  const before = { status: row.status }
  const after = { status, amount: row.charged_nano, host_id: row.host_id }
  await logAct(tx, deps, actor, { act: `dispute.${verdict}`, subject: job_id, before, after })
  return { ...row, status, note, decided_at: now }
}

async function giveBack(tx: Tx, deps: EarningsDeps, row: DisputeRow, actor: Actor): Promise<void> {
  const charged = sharesByKind(row.promo_charged_nano, splitGross(row.charged_nano))
  const summed = (account: string) => isSummed(tx.dialect, account)
  const moved = KINDS.flatMap((kind) => [feesAccount(kind), userAccount(row.user_id, kind)])
  await holdBalances(
    tx,
    moved.filter((account) => !summed(account)),
  )
  await mustPost(tx, deps, refund(row.user_id, row.job_id, row.host_id, charged, `dispute decided by ${actor.actor}`))
  await forgetSale(tx, row)
}

async function forgetSale(tx: Tx, { job_id, host_id, charged_nano, promo_charged_nano }: DisputeRow): Promise<void> {
  const job = await jobById(tx, job_id)
  if (job?.state !== 'completed' || job.target_host_id !== null) return
  const { model, price_nano, finished_at } = job
  if (price_nano === null || finished_at === null || job.host_id !== host_id) return
  const kinds = { paid_nano: charged_nano - promo_charged_nano, promo_nano: promo_charged_nano }
  await unrecordPaidJob(tx, { host_id, model, price_nano, finished_at, ...kinds })
}

async function giveToHost(tx: Tx, deps: EarningsDeps, row: DisputeRow): Promise<void> {
  const { host_id, job_id, hour, paid_nano, promo_nano } = row
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
