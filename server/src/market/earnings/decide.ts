import { type Actor, logAct } from '../../accounts/act-log.ts'
import { userById } from '../../accounts/user-store.ts'
import { DomainError } from '../../base/errors.ts'
import type { Tx } from '../../storage/database.ts'
import { SHUT_OUT_BY } from '../hosts/machine.ts'
import { disownHost } from '../hosts/owner-store.ts'
import { clearHostOut } from '../hosts/shut-out-store.ts'
import { type HostRow, hostById, shutOutBy } from '../hosts/store.ts'
import { type Credits, sumOf } from '../ledger/accounts.ts'
import { clawBack, unfreeze } from '../ledger/postings.ts'
import { type EarningsDeps, holdEarnings, mustPost } from './freeze.ts'

export const DECISIONS = ['release', 'claw_back'] as const
export type Decision = (typeof DECISIONS)[number]

/**
 * Decides on a host's frozen earnings: they go back to it, or to the platform for good. Logged, and in the ledger with
 * who decided and why. Earnings go back only to a host that was let in again; one whose owner closed the account becomes
 * unowned by it, so that its key can withdraw. Errors: not_found, conflict.
 */
export async function decideEarnings(
  tx: Tx,
  deps: EarningsDeps,
  actor: Actor,
  { host_id, decision, reason }: { host_id: string; decision: Decision; reason: string },
): Promise<Credits> {
  const host = await hostById(tx, host_id)
  if (!host) throw new DomainError('not_found', 'There is no host with this id.')
  const { frozen } = await holdEarnings(tx, host_id, ['frozen'])
  if (sumOf(frozen) === 0n) throw new DomainError('conflict', 'This host has no frozen earnings.')
  if (decision === 'release') await demandLetIn(tx, host)
  const why = `${reason} (${actor.actor})`
  const posting = decision === 'release' ? unfreeze(host_id, frozen, why) : clawBack(host_id, frozen, why)
  const transaction_id = await mustPost(tx, deps, posting)
  const act = decision === 'release' ? 'earnings.release' : 'earnings.claw-back'
  const before = { frozen: sumOf(frozen), disabled: host.disabled !== 0 }
  const after = { amount: sumOf(frozen), promotional: frozen.promo, transaction_id }
  await logAct(tx, deps, actor, { act, subject: host_id, before, after })
  return frozen
}

async function demandLetIn(tx: Tx, { host_id, owner_user_id }: HostRow): Promise<void> {
  const owner = owner_user_id === null ? undefined : await userById(tx, owner_user_id)
  if (owner && owner.deleted_at !== null) {
    await disownHost(tx, host_id)
    await clearHostOut(tx, host_id, SHUT_OUT_BY.owner)
  }
  const by = await shutOutBy(tx, host_id)
  if (by === 0) return
  const who = (by & SHUT_OUT_BY.operator) !== 0 ? 'This host' : 'The owner of this host'
  throw new DomainError('conflict', `${who} is disabled: enable it first, so that the earnings can be taken out.`)
}
