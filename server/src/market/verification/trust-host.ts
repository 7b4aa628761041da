import { type Actor, logAct } from '../../accounts/act-log.ts'
import type { Clock } from '../../base/clock.ts'
import type { Tx } from '../../storage/database.ts'
import { hostById } from '../hosts/store.ts'
import { setTrust } from './candidate-store.ts'
import { markVerified } from './verdict-store.ts'

/**
 * Makes a host one that the operator vouches for: what other hosts of its models answer is compared with what it
 * answers, and it counts as verified; or takes that back. Logged. False where there is no such host.
 */
export async function trustHost(
  tx: Tx,
  deps: { clock: Clock },
  actor: Actor,
  host_id: string,
  trusted: boolean,
): Promise<boolean> {
  const host = await hostById(tx, host_id)
  if (!host) return false
  await setTrust(tx, host_id, trusted)
  await markVerified(tx, deps.clock.now())
  const before = { trusted: host.trusted === 1 }
  await logAct(tx, deps, actor, {
    act: trusted ? 'host.trust' : 'host.untrust',
    subject: host_id,
    before,
    after: { trusted },
  })
  return true
}
