import { type Actor, logAct } from '../accounts/act-log.ts'
import { shutUserOut } from '../accounts/shut-out.ts'
import { lockUser } from '../accounts/user-store.ts'
import type { Clock } from '../base/clock.ts'
import type { Ids } from '../base/ids.ts'
import type { Tx } from '../storage/database.ts'
import { freezeEarnings } from './earnings/freeze.ts'
import { SHUT_OUT_BY } from './hosts/machine.ts'
import { clearHostOut, hostIdsOf, markHostOut } from './hosts/shut-out-store.ts'
import { hostById } from './hosts/store.ts'

interface Deps {
  clock: Clock
  ids: Ids
}

/**
 * Shuts a host out, or lets it in again; logged. Its earnings are frozen with it, and stay so until an operator decides
 * on them. What it has under way is ended by watchShutOut, on every server. False where there is no such host.
 */
export async function shutHostOut(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  host_id: string,
  disabled: boolean,
): Promise<boolean> {
  const host = await hostById(tx, host_id)
  if (!host) return false
  const by = SHUT_OUT_BY.operator
  if (disabled) {
    await markHostOut(tx, host_id, by, deps.clock.now())
    await freezeEarnings(tx, deps, host_id, 'the host was shut out')
  } else await clearHostOut(tx, host_id, by)
  const act = disabled ? 'host.disable' : 'host.enable'
  const before = { disabled: (host.disabled & by) !== 0 }
  await logAct(tx, deps, actor, { act, subject: host_id, before, after: { disabled } })
  return true
}

/** Shuts a user out with all hosts that the user owns, or lets them in again; logged. */
export async function shutOwnerOut(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  user_id: string,
  disabled: boolean,
): Promise<void> {
  // Before the hosts, as whoever gets a host does.
  await lockUser(tx, user_id)
  if (disabled) await shutHostsOf(tx, deps, user_id, 'the owner was shut out')
  else for (const host_id of await hostIdsOf(tx, user_id)) await clearHostOut(tx, host_id, SHUT_OUT_BY.owner)
  await shutUserOut(tx, deps, actor, user_id, disabled)
}

/** Shuts all hosts of a user out, whose row is held, and freezes what they have earned. */
export async function shutHostsOf(tx: Tx, deps: Deps, user_id: string, reason: string): Promise<void> {
  for (const host_id of await hostIdsOf(tx, user_id)) {
    await markHostOut(tx, host_id, SHUT_OUT_BY.owner, deps.clock.now())
    await freezeEarnings(tx, deps, host_id, reason)
  }
}
