import type { Principal } from '../accounts/authenticate.ts'
import { DomainError } from '../base/errors.ts'
import { SHUT_OUT_BY } from './hosts/machine.ts'

/**
 * Lets a proven principal in, unless its host is shut out; one that only a verdict shuts out still where it may speak
 * against that. Disabled users are refused at login.
 */
export function admit(principal: Principal | undefined, evenRefused = false): Principal | undefined {
  if (principal?.kind !== 'host' || principal.shut_out === 0) return principal
  if (principal.shut_out === SHUT_OUT_BY.verdict) {
    if (evenRefused) return principal
    throw new DomainError('forbidden', refused(principal.host_id))
  }
  const why =
    (principal.shut_out & SHUT_OUT_BY.operator) === 0
      ? 'is disabled, since the account of its owner was disabled or closed'
      : 'was disabled by the operator of this marketplace'
  const message = `The host ${principal.host_id} ${why}; only the operator can enable it, and its earnings are frozen until then.`
  throw new DomainError('forbidden', message)
}

const refused = (host_id: string) =>
  `The host ${host_id} is refused: checks show that it runs another model than it names. ` +
  'GET /hosts/me/verification says which jobs counted, and POST /hosts/me/verification/appeal takes your appeal; ' +
  'its earnings are frozen until the operator decides.'
