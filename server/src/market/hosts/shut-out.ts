import { type Actor, logAct } from '../../accounts/act-log.ts'
import type { Clock } from '../../base/clock.ts'
import type { Tx } from '../../storage/database.ts'
import { disableHost, hostDisabled } from './store.ts'

/** Shuts a host out, or lets it in again; logged. False where there is no such host. */
export async function shutHostOut(
  tx: Tx,
  deps: { clock: Clock },
  actor: Actor,
  host_id: string,
  disabled: boolean,
): Promise<boolean> {
  const before = { disabled: await hostDisabled(tx, host_id) }
  if (!(await disableHost(tx, host_id, disabled))) return false
  const act = disabled ? 'host.disable' : 'host.enable'
  await logAct(tx, deps, actor, { act, subject: host_id, before, after: { disabled } })
  return true
}
