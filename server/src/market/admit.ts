import type { Principal } from '../accounts/authenticate.ts'
import { DomainError } from '../base/errors.ts'
import type { Market } from './deps.ts'
import { hostById } from './hosts/store.ts'

/** Lets a proven principal in, unless an operator has shut its host out. Disabled users are refused at login. */
export async function admit(market: Market, principal: Principal | undefined): Promise<Principal | undefined> {
  if (principal?.kind !== 'host') return principal
  const host = await hostById(market.database, principal.host_id)
  if (host?.disabled === 1) throw new DomainError('forbidden', 'This host was disabled by the operator.')
  return principal
}
