import type { Principal } from '../accounts/authenticate.ts'
import { DomainError } from '../base/errors.ts'
import { SHUT_OUT_BY } from './hosts/machine.ts'

/** Lets a proven principal in, unless its host is shut out. Disabled users are refused at login. */
export function admit(principal: Principal | undefined): Principal | undefined {
  if (principal?.kind !== 'host' || principal.shut_out === 0) return principal
  const why =
    (principal.shut_out & SHUT_OUT_BY.operator) === 0
      ? 'is disabled, since the account of its owner was disabled or closed'
      : 'was disabled by the operator of this marketplace'
  const message = `The host ${principal.host_id} ${why}; only the operator can enable it, and its earnings are frozen until then.`
  throw new DomainError('forbidden', message)
}
