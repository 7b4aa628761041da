import type { Credential } from '@mkt/schemas'
import type { Principal, User } from '../accounts/authenticate.ts'
import { DomainError } from '../base/errors.ts'

/** Who was let through, and with which token; both undefined where nobody has to be. */
interface Proven {
  user?: User
  host_id?: string
  /** Of a user: the token's id, or `password`. */
  token_id?: string
}

/** Lets a principal through to an endpoint of a credential, or refuses: 401 nobody, 403 somebody of the wrong kind. */
export function permit(credential: Credential, principal: Principal | undefined): Proven {
  if (credential === 'none') return {}
  if (!principal) {
    if (credential === 'optional-user') return {}
    throw new DomainError('unauthorized', `${WANTED[credential]} is needed in the Authorization header.`)
  }
  if (!KINDS[credential].includes(principal.kind)) throw wrongKind(credential, principal)
  if (principal.kind === 'host') return { host_id: principal.host_id }
  if (credential === 'admin' && principal.user.role !== 'admin') throw noAdmin(principal.user)
  return principal.kind === 'user' ? { user: principal.user, token_id: principal.token_id } : { user: principal.user }
}

type Asking = Exclude<Credential, 'none'>

const KINDS: Record<Asking, readonly Principal['kind'][]> = {
  user: ['user'],
  admin: ['user'],
  'optional-user': ['user'],
  host: ['host'],
  'user-or-host': ['user', 'host'],
  documents: ['documents'],
}

const WANTED: Record<Asking, string> = {
  user: "A user's token (mkt_u_...), or username and password,",
  admin: "An admin's token (mkt_u_...), or username and password,",
  'optional-user': "A user's token (mkt_u_...), or username and password,",
  host: "A host's key (mkt_h_...)",
  'user-or-host': "A user's credentials or a host's key (mkt_h_...)",
  documents: 'A key of the documents service (mkt_d_...)',
}

const SENT: Record<Principal['kind'], string> = {
  user: "These are a user's credentials.",
  host: 'This is the key of a host.',
  documents: 'This is a key of the documents service.',
}

function wrongKind(credential: Asking, { kind }: Principal): DomainError {
  return new DomainError('forbidden', `${SENT[kind]} ${WANTED[credential]} is needed here.`)
}

function noAdmin({ username }: User): DomainError {
  const message = `The account "${username}" has not the admin role, which this needs; an operator gives it.`
  return new DomainError('forbidden', message)
}
