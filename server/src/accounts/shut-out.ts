import type { Clock } from '../base/clock.ts'
import { DomainError } from '../base/errors.ts'
import type { Tx } from '../storage/database.ts'
import { type Actor, logAct } from './act-log.ts'
import { deleteSessions } from './sessions/session-store.ts'
import { changeRole, disableUser, lockUser } from './user-store.ts'

/** Shuts a user out, which ends their sessions, or lets them in again; logged. */
export async function shutUserOut(
  tx: Tx,
  deps: { clock: Clock },
  actor: Actor,
  user_id: string,
  disabled: boolean,
): Promise<void> {
  const user = await lockUser(tx, user_id)
  await disableUser(tx, user_id, disabled, deps.clock.now())
  if (disabled) await deleteSessions(tx, user_id)
  const [before, after] = [{ disabled: user?.disabled === 1 }, { disabled }]
  await logAct(tx, deps, actor, { act: disabled ? 'user.disable' : 'user.enable', subject: user_id, before, after })
}

/** Takes an admin's role back; logged. Error: conflict where the user is none. */
export async function removeAdminRole(tx: Tx, deps: { clock: Clock }, actor: Actor, user_id: string): Promise<void> {
  const user = await lockUser(tx, user_id)
  if (user?.role !== 'admin') throw new DomainError('conflict', 'This user is no admin.')
  await changeRole(tx, user_id, 'user')
  const [before, after] = [{ role: 'admin' }, { role: 'user' }]
  await logAct(tx, deps, actor, { act: 'admin.remove', subject: user_id, before, after })
}
