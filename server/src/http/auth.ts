import type { Credential } from '@mkt/schemas'
import type { Principal, User } from '../accounts/authenticate.ts'
import { DomainError } from '../base/errors.ts'

/** Lets a principal through to an endpoint of a credential, or refuses: 401 nobody, 403 somebody of the wrong kind. */
export function permit(credential: Credential, principal: Principal | undefined): { user?: User; host_id?: string } {
  if (credential === 'none') return {}
  if (!principal) {
    if (credential === 'optional-user') return {}
    throw new DomainError('unauthorized', `${WANTED[credential]} is needed in the Authorization header.`)
  }
  if (principal.kind === 'host') {
    if (credential === 'host' || credential === 'user-or-host') return { host_id: principal.host_id }
    throw wrongKind(credential)
  }
  if (credential === 'host') throw wrongKind(credential)
  if (credential === 'documents' ? principal.kind !== 'documents' : principal.kind !== 'user')
    throw wrongKind(credential)
  if (credential === 'admin' && principal.user.role !== 'admin') {
    throw new DomainError('forbidden', 'This needs an account with the admin role.')
  }
  return { user: principal.user }
}

const WANTED = {
  user: "A user's bearer token, or username and password,",
  admin: "An admin's bearer token, or username and password,",
  'optional-user': "A user's bearer token, or username and password,",
  host: "A host's key",
  'user-or-host': "A user's credentials or a host's key",
  documents: 'A key of the documents service',
} as const

function wrongKind(credential: keyof typeof WANTED): DomainError {
  return new DomainError('forbidden', `These credentials are of another kind: ${WANTED[credential]} is needed here.`)
}
