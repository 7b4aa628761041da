import type { Credential, Endpoint } from '@mkt/schemas'
import type { Principal, User } from '../accounts/authenticate.ts'
import type { TokenRights } from '../accounts/token-rights.ts'
import { DomainError } from '../base/errors.ts'

/** Who was let through, and with which token; both undefined where nobody has to be. */
interface Proven {
  user?: User
  host_id?: string
  /** Of a user: the token's id, or `password`. */
  token_id?: string
  /** Of a user who came with a token. */
  rights?: TokenRights | undefined
}

export type Demand = Pick<Endpoint, 'credential' | 'scope' | 'guarded'>

/**
 * Lets a principal through to an endpoint, or refuses: 401 nobody, 403 somebody of the wrong kind or with a token that
 * may not do this. `strangers`: the market is not one's own; `adminFactor`: admins need a second factor.
 */
export function permit(
  demand: Demand,
  principal: Principal | undefined,
  { strangers = false, adminFactor = false }: { strangers?: boolean; adminFactor?: boolean },
): Proven {
  const { credential } = demand
  if (credential === 'none') return {}
  if (!principal) {
    if (credential === 'optional-user') return {}
    throw new DomainError('unauthorized', `${WANTED[credential]} is needed in the Authorization header.`)
  }
  if (!KINDS[credential].includes(principal.kind)) throw wrongKind(credential, principal)
  if (principal.kind === 'host') return { host_id: principal.host_id }
  if (credential === 'admin' && principal.user.role !== 'admin') throw noAdmin(principal.user)
  if (credential === 'admin' && adminFactor && principal.user.second_factor_at === null) throw factorWanted()
  if (principal.kind !== 'user') return { user: principal.user }
  const { user, token_id, rights } = principal
  if (rights) demandRight(demand, rights, strangers)
  return { user, token_id, rights }
}

/** The password may do everything; a token what its scopes say, or what all of them did before there were any. */
function demandRight({ scope, guarded }: Demand, { scopes }: TokenRights, strangers: boolean): void {
  if (scopes === null) {
    if (guarded && strangers) throw passwordRequired(scope)
    return
  }
  if (scope === null || (scope !== undefined && scopes.includes(scope))) return
  const wanted = scope === undefined ? 'a token without scopes' : `the scope ${scope}`
  const message = `This token may ${scopes.join(', ')}, and this needs ${wanted}; make another one with your password.`
  throw new DomainError('forbidden', message)
}

function factorWanted(): DomainError {
  const message = 'Admins need a second factor here: a passkey, or an app, set up with mkt account second-factor.'
  return new DomainError('second_factor_required', message)
}

function passwordRequired(scope: Demand['scope']): DomainError {
  const message = `This needs username and password, or a token with the scope ${scope}, which only the password or a passkey gives.`
  return new DomainError('password_required', message)
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
