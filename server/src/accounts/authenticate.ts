import { type Clock, isoTime } from '../base/clock.ts'
import { DomainError } from '../base/errors.ts'
import type { Database } from '../storage/database.ts'
import type { UsersTable } from '../storage/tables.ts'
import { bearerByHash, hostBearerByHash } from './credential-store.ts'
import type { KnownLogins } from './known-logins.ts'
import { hashOfNobody, isPasswordHash, type Verifier } from './passwords.ts'
import type { LoginFailures } from './rate-limits.ts'
import type { RememberedHosts } from './remembered-hosts.ts'
import type { Seals } from './second-factor/seals.ts'
import { codeRequired, type FactorDeps, isRightCode } from './second-factor/second-factor.ts'
import { equalHashes, hashSecret, kindOf } from './secrets.ts'
import { readRights, type TokenRights } from './token-rights.ts'
import { userByName } from './user-store.ts'

export type User = UsersTable

/** What stands for the token of a user who came with username and password. */
export const BY_PASSWORD = 'password'

/** Who speaks: proven by a bearer secret or by username and password. */
export type Principal =
  | {
      kind: 'user'
      user: User
      token_id: string /** Undefined: the password, which may do all. */
      rights?: TokenRights
      /** Of the browser, where the cookie of one stands for the password. */
      session_id?: string
    }
  | {
      kind: 'host'
      host_id: string
      /** As the host's row says it: 0, or by whom. */
      shut_out: number
      /** Of the key that it came with. */
      key_hash: string
    }
  | { kind: 'documents'; user: User; key_id?: string /** None where somebody came in by the pages. */ }

export interface AuthenticateDeps {
  database: Database
  clock: Clock
  /** Undefined where passwords open nothing: none is looked at then, so none can be guessed at there. */
  login: Login | undefined
  /** Hosts that go on while the database is away. */
  hosts?: RememberedHosts<Principal>
  /** So long a host's proof is taken for granted; 0 where not given. */
  proof_ms?: number
  /** Told of each token or documents key that opened something, with when it did last. */
  used?: (credential: { credential_id: string; last_used_at: number | null }) => Promise<void>
}

export interface Login {
  verify: Verifier
  failures: LoginFailures
  known: KnownLogins
  /** Of second factors. */
  seals: Seals
  /** Told of each wrong password; the name only where there is such an account, since people type passwords there. */
  failed?: (attempt: { username: string | undefined; address: string }) => void
}

/**
 * Reads an Authorization header. Undefined where there is none; unauthorized where it proves nobody; rate_limited
 * after too many failures. Secrets are looked up on each request, so a revocation holds at once, but for `proof_ms`.
 */
export async function authenticate(
  deps: AuthenticateDeps,
  header: string | undefined,
  address: string,
  code?: string,
): Promise<Principal | undefined> {
  if (!header) return undefined
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(header) ?? []
  if (/^bearer$/i.test(scheme)) return await bySecret(deps, value)
  if (!deps.login) throw unauthorized('The Authorization header must be "Bearer <key>".')
  if (/^basic$/i.test(scheme)) {
    const principal = await byPassword(deps, deps.login, value, { address, code })
    deps.login.known.add(header)
    return principal
  }
  throw unauthorized('The Authorization header must be "Bearer <token>" or "Basic <username:password>".')
}

async function bySecret(deps: AuthenticateDeps, secret: string): Promise<Principal> {
  const hash = hashSecret(secret)
  if (!deps.hosts || kindOf(secret) !== 'host') return await byHash(deps, secret, hash)
  return await deps.hosts.outlast(hash, () => byHash(deps, secret, hash), deps.proof_ms)
}

async function byHash({ database, clock, used }: AuthenticateDeps, secret: string, hash: string): Promise<Principal> {
  const sent = kindOf(secret)
  const find = sent === 'host' ? hostBearerByHash : bearerByHash
  const { credential, user, shut_out = 0 } = (sent && (await find(database, hash))) || {}
  if (!credential || !equalHashes(credential.secret_hash, hash)) throw unauthorized(NOT_KNOWN)
  const [name, advice] = [NAMES[credential.kind], ANOTHER[credential.kind]]
  if (credential.revoked_at !== null) throw unauthorized(`${name} was revoked; ${advice}.`)
  if (credential.expires_at !== null && credential.expires_at <= clock.now())
    throw unauthorized(`${name} expired on ${isoTime(credential.expires_at)}; ${advice}.`)
  if (credential.kind === 'host') return { kind: 'host', host_id: credential.subject_id, shut_out, key_hash: hash }
  if (!user || user.deleted_at !== null) throw unauthorized(`${name} is of an account that was closed.`)
  demandEnabled(user)
  await used?.(credential)
  if (credential.kind === 'documents') {
    return { kind: 'documents', user, key_id: credential.credential_id }
  }
  return { kind: 'user', user, token_id: credential.credential_id, rights: readRights(credential) }
}

async function byPassword(
  deps: Omit<FactorDeps, 'seals'>,
  { verify, failures, seals, failed }: Login,
  encoded: string,
  { address, code }: { address: string; code: string | undefined },
): Promise<Principal> {
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) throw unauthorized('Basic credentials must be username:password in base64.')
  const username = text.slice(0, colon)
  const account = username.toLowerCase().slice(0, 100)
  // No account has a NUL in its name, and Postgres refuses to look for one.
  const user = username.includes('\0') ? undefined : await userByName(deps.database, username)
  const hash = user && isPasswordHash(user.password_hash) ? user.password_hash : undefined
  // An unknown name, and an account without a password, cost as much time as a wrong password: names cannot be probed.
  const right = await failures.attempt(account, address, async () => {
    const verified = await verify(text.slice(colon + 1), hash ?? NOBODY)
    if (!verified || hash === undefined || !user) return false
    // Without a code the password was right all the same; guesses at codes count as those at passwords.
    if (code === undefined) return user.second_factor_at === null || 'half'
    return await failures.code({ account, address, code }, () => isRightCode({ ...deps, seals }, user, code))
  })
  if (right && user && code === undefined && user.second_factor_at !== null) throw codeRequired()
  if (right && user) return { kind: 'user', user: demandEnabled(user), token_id: BY_PASSWORD }
  failed?.({ username: user?.username, address })
  throw unauthorized(code === undefined ? 'Wrong username or password.' : 'Wrong username, password or code.')
}

/** Error: forbidden. */
export function demandEnabled(user: User): User {
  if (user.disabled === 1) throw disabled(user)
  return user
}

function disabled({ username }: User): DomainError {
  const message = `The account "${username}" was disabled by the operator of this marketplace; only they can enable it.`
  return new DomainError('forbidden', message)
}

const NAMES = { user: 'This token', host: "This host's key", documents: 'This key' }
const ANOTHER = {
  user: 'log in again, or use another token',
  host: 'use the key that replaced it',
  documents: 'ask the operator for another key',
}

// One sentence for all of them: whoever guesses learns nothing by it.
const NOT_KNOWN =
  'This token or key is not known here; it may be of another server, or not whole: ' +
  'users have mkt_u_..., hosts mkt_h_....'

const NOBODY = hashOfNobody()

function unauthorized(message: string): DomainError {
  return new DomainError('unauthorized', message)
}
