import { randomUUID } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { DomainError } from '../base/errors.ts'
import type { Database } from '../storage/database.ts'
import type { UsersTable } from '../storage/tables.ts'
import { bearerByHash } from './credential-store.ts'
import { hashPassword, isPasswordHash, type Verifier } from './passwords.ts'
import type { LoginFailures } from './rate-limits.ts'
import { equalHashes, hashSecret, kindOf } from './secrets.ts'
import { userByName } from './user-store.ts'

export type User = UsersTable

/** Who speaks: proven by a bearer secret or by username and password. */
export type Principal =
  | { kind: 'user'; user: User }
  | { kind: 'host'; host_id: string }
  | { kind: 'documents'; user: User }

export interface AuthenticateDeps {
  database: Database
  clock: Clock
  /** Undefined where passwords open nothing: none is looked at then, so none can be guessed at there. */
  login: { verify: Verifier; failures: LoginFailures } | undefined
}

/**
 * Reads an Authorization header. Undefined where there is none; unauthorized where it proves nobody; rate_limited
 * after too many failures. Secrets are looked up on each request, so a revocation holds at once.
 */
export async function authenticate(
  deps: AuthenticateDeps,
  header: string | undefined,
  address: string,
): Promise<Principal | undefined> {
  if (!header) return undefined
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(header) ?? []
  if (/^bearer$/i.test(scheme)) return await bySecret(deps, value)
  if (!deps.login) throw unauthorized('The Authorization header must be "Bearer <key>".')
  if (/^basic$/i.test(scheme)) return await byPassword(deps.database, deps.login, value, address)
  throw unauthorized('The Authorization header must be "Bearer <token>" or "Basic <username:password>".')
}

async function bySecret({ database, clock }: AuthenticateDeps, secret: string): Promise<Principal> {
  const hash = hashSecret(secret)
  const { credential, user } = (kindOf(secret) && (await bearerByHash(database, hash))) || {}
  if (!credential || !equalHashes(credential.secret_hash, hash)) throw unauthorized('This token or key is not known.')
  if (credential.revoked_at !== null) throw unauthorized('This token or key was revoked.')
  if (credential.expires_at !== null && credential.expires_at <= clock.now())
    throw unauthorized('This token has expired.')
  if (credential.kind === 'host') return { kind: 'host', host_id: credential.subject_id }
  if (!user || user.deleted_at !== null) throw unauthorized('The account of this token does not exist any more.')
  return { kind: credential.kind, user: demandEnabled(user) }
}

async function byPassword(
  database: Database,
  { verify, failures }: NonNullable<AuthenticateDeps['login']>,
  encoded: string,
  address: string,
): Promise<Principal> {
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) throw unauthorized('Basic credentials must be username:password in base64.')
  const username = text.slice(0, colon)
  const account = username.toLowerCase().slice(0, 100)
  // No account has a NUL in its name, and Postgres refuses to look for one.
  const user = username.includes('\0') ? undefined : await userByName(database, username)
  const hash = user && isPasswordHash(user.password_hash) ? user.password_hash : undefined
  // An unknown name, and an account without a password, cost as much time as a wrong password: names cannot be probed.
  const right = await failures.attempt(account, address, async () => {
    const verified = await verify(text.slice(colon + 1), hash ?? (await hashOfNobody()))
    return verified && hash !== undefined
  })
  if (right && user) return { kind: 'user', user: demandEnabled(user) }
  throw unauthorized('Wrong username or password.')
}

function demandEnabled(user: User): User {
  if (user.disabled === 1) throw new DomainError('forbidden', 'This account was disabled by the operator.')
  return user
}

let nobody: Promise<string> | undefined

function hashOfNobody(): Promise<string> {
  nobody ??= hashPassword(randomUUID())
  return nobody
}

function unauthorized(message: string): DomainError {
  return new DomainError('unauthorized', message)
}
