import type { Principal } from '../accounts/authenticate.ts'
import { DomainError } from '../base/errors.ts'
import type { Market } from './deps.ts'
import { hostDisabled } from './hosts/store.ts'

/** Lets a proven principal in, unless an operator has shut its host out. Disabled users are refused at login. */
export async function admit(market: Market, principal: Principal | undefined): Promise<Principal | undefined> {
  if (principal?.kind !== 'host') return principal
  if (!(await hostDisabled(market.database, principal.host_id))) return principal
  const message = `The host ${principal.host_id} was disabled by the operator of this marketplace; only they can enable it, and its balance is kept.`
  throw new DomainError('forbidden', message)
}
