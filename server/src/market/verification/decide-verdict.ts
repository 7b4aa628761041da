import { type Actor, logAct } from '../../accounts/act-log.ts'
import { DomainError } from '../../base/errors.ts'
import type { Tx } from '../../storage/database.ts'
import { type EarningsDeps, holdEarnings, mustPost } from '../earnings/freeze.ts'
import { SHUT_OUT_BY } from '../hosts/machine.ts'
import { clearHostOut } from '../hosts/shut-out-store.ts'
import { shutOutBy } from '../hosts/store.ts'
import { sumOf } from '../ledger/accounts.ts'
import { unfreeze } from '../ledger/postings.ts'
import { beginTest } from './sequential-test.ts'
import { restartVerdict, upholdVerdict, type VerdictRow, verdictOfModel, verdictsOfHost } from './verdict-store.ts'

export interface VerdictDecision {
  host_id: string
  model: string
  decision: 'uphold' | 'lift'
  note: string | null
}

/**
 * Decides on a refusal; logged. Upheld it stays, and an appeal is answered by it. Lifted the host's test of the model
 * begins anew, with what is left of its life; where nothing else shuts it out it is let in again and its frozen
 * earnings are its own again. Errors: not_found, conflict.
 */
export async function decideVerdict(
  tx: Tx,
  deps: EarningsDeps,
  actor: Actor,
  { host_id, model, decision, note }: VerdictDecision,
): Promise<VerdictRow> {
  const row = await verdictOfModel(tx, host_id, model)
  if (!row) throw new DomainError('not_found', 'This host was never checked for this model.')
  const now = deps.clock.now()
  const of = { host_id, model, note, now }
  const done =
    decision === 'uphold'
      ? await upholdVerdict(tx, of)
      : await restartVerdict(tx, { ...of, state_json: JSON.stringify(beginTest()) })
  if (!done) throw new DomainError('conflict', `This host is ${row.verdict} for the model, and not refused.`)
  if (decision === 'lift') await letIn(tx, deps, host_id, actor)
  const [before, after] = [
    { model, verdict: row.verdict },
    { model, decision },
  ]
  await logAct(tx, deps, actor, { act: `verdict.${decision}`, subject: host_id, before, after })
  return (await verdictOfModel(tx, host_id, model)) as VerdictRow
}

async function letIn(tx: Tx, deps: EarningsDeps, host_id: string, actor: Actor): Promise<void> {
  if ((await verdictsOfHost(tx, host_id)).some(({ verdict }) => verdict === 'refused')) return
  await clearHostOut(tx, host_id, SHUT_OUT_BY.verdict)
  if ((await shutOutBy(tx, host_id)) !== 0) return
  const { frozen } = await holdEarnings(tx, host_id, ['frozen'])
  if (sumOf(frozen) > 0n) await mustPost(tx, deps, unfreeze(host_id, frozen, `verdict lifted by ${actor.actor}`))
}
