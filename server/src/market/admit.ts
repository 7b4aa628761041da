import type { Principal } from '../accounts/authenticate.ts'
import { DomainError } from '../base/errors.ts'
import type { Market } from './deps.ts'
import { hostDisabled } from './hosts/store.ts'

/** Lets a proven principal in, unless an operator has shut its host out. Disabled users are refused at login. */
export async function admit(market: Market, principal: Principal | undefined): Promise<Principal | undefined> {
  if (principal?.kind !== 'host') return principal
  if (await hostDisabled(market.database, principal.host_id))
    throw new DomainError('forbidden', 'This host was disabled by the operator.')
  return principal
}
