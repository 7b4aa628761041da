import type { Clock } from '../base/clock.ts'
import { DomainError } from '../base/errors.ts'
import type { Database, Tx } from '../storage/database.ts'
import type { User } from './authenticate.ts'
import { eraseNames, revokeAll } from './credential-store.ts'
import { demandUnchanged } from './demand-unchanged.ts'
import { removeCodes, voidCodes } from './mail/code-store.ts'
import { type Derive, hashPassword, type Verifier } from './passwords.ts'
import type { LoginFailures } from './rate-limits.ts'
import type { Seals } from './second-factor/seals.ts'
import { codeRequired, isRightCode, removeFactors } from './second-factor/second-factor.ts'
import type { TokenRights } from './token-rights.ts'
import { erasePerson, setPasswordHash } from './user-store.ts'

export interface OwnAccountDeps {
  database: Database
  clock: Clock
  verify: Verifier
  failures: Pick<LoginFailures, 'attempt' | 'code'>
  seals: Seals
}

/** How a user who gives their password again is there: from where, with which code, and with which token if any. */
export interface Presence {
  address: string
  code?: string | undefined
  /** Undefined: they came with the password, and with a code where one is needed. */
  rights?: TokenRights | undefined
}

/** What a service winds up when an account ends: most of it before, the rest in the same transaction. */
export interface AccountClosing {
  prepare(userId: string): Promise<void>
  finish(tx: Tx, userId: string): Promise<void>
}

/** Sets a new password and revokes every token: whoever had the old one is out. Errors: forbidden, rate_limited. */
export async function changePassword(
  deps: OwnAccountDeps & { derive: Derive; changed?: (user: User) => void },
  user: User,
  change: { current_password: string; new_password: string },
  from: Presence,
): Promise<void> {
  await demandPassword(deps, user, change.current_password, from)
  const password_hash = await hashPassword(change.new_password, deps.derive)
  await deps.database.transaction(async (tx) => {
    const now = deps.clock.now()
    // Hashing takes its time: whoever lost the password meanwhile must not set the next one.
    await demandUnchanged(tx, user)
    await setPasswordHash(tx, user.user_id, password_hash)
    await revokeAll(tx, user.user_id, 'user', now)
    await voidCodes(tx, user.user_id, now)
  })
  deps.changed?.(user)
}

/**
 * Ends an account: name, address and password are erased, its tokens and keys revoked; the ledger and the jobs stay,
 * without a person.
 * Errors: forbidden, rate_limited.
 */
export async function closeAccount(
  deps: OwnAccountDeps & { closings: readonly AccountClosing[] },
  user: User,
  password: string,
  from: Presence,
): Promise<void> {
  await demandPassword(deps, user, password, from)
  for (const closing of deps.closings) await closing.prepare(user.user_id)
  await deps.database.transaction(async (tx) => {
    const now = deps.clock.now()
    // Held first, so that what is submitted meanwhile comes before all of this or is refused (Postgres).
    await demandUnchanged(tx, user)
    for (const closing of deps.closings) await closing.finish(tx, user.user_id)
    await revokeAll(tx, user.user_id, 'user', now)
    await revokeAll(tx, user.user_id, 'documents', now)
    await eraseNames(tx, user.user_id)
    await removeCodes(tx, user.user_id)
    await removeFactors(tx, user.user_id)
    await erasePerson(tx, user.user_id, now)
  })
}

/**
 * The password once more, and a code where the account has a second factor. Errors: forbidden, second_factor_required,
 * rate_limited.
 */
export async function demandPassword(
  deps: OwnAccountDeps,
  user: User,
  password: string,
  { address, code, rights }: Presence,
): Promise<void> {
  // Who came with the password has given a code with it, and each is good once.
  const needed = rights !== undefined && user.second_factor_at !== null
  const { username_key: account } = user
  const right = await deps.failures.attempt(account, address, async () => {
    if (!(await deps.verify(password, user.password_hash))) return false
    if (!needed) return true
    if (code === undefined) return 'half'
    return await deps.failures.code({ account, address, code }, () => isRightCode(deps, user, code))
  })
  if (!right)
    throw new DomainError('forbidden', needed ? 'The password or the code is wrong.' : 'The password is wrong.')
  if (needed && code === undefined) throw codeRequired()
}
