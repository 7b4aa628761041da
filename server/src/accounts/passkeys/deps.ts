import type { Clock } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Ids } from '../../base/ids.ts'
import type { Database } from '../../storage/database.ts'
import type { RelyingParty } from './relying-party.ts'

export interface PasskeyDeps {
  database: Database
  clock: Clock
  ids: Ids
  /** A sentence: why there are no passkeys here. */
  party: RelyingParty | string
}

/** Error: not_found where this server takes no passkeys. */
export function demandParty({ party }: PasskeyDeps): RelyingParty {
  if (typeof party === 'string') throw new DomainError('not_found', party)
  return party
}
