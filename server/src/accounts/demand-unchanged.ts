import { DomainError } from '../base/errors.ts'
import type { Tx } from '../storage/database.ts'
import type { UsersTable } from '../storage/tables.ts'
import { lockUser } from './user-store.ts'

/**
 * In a transaction that gives an account something lasting: refuses where the password or the second factor was changed,
 * or the account ended, after the request was authenticated, so that nothing slips in behind a revocation.
 */
export async function demandUnchanged(tx: Tx, user: UsersTable): Promise<void> {
  const now = await lockUser(tx, user.user_id)
  const same = now?.password_hash === user.password_hash && now.second_factor_at === user.second_factor_at
  if (same && now.deleted_at === null) return
  throw revoked()
}

/**
 * The same for what a token may give, which a new password leaves as it is: refuses where the account ended, or was
 * disabled, after the request was authenticated. The account is held until the transaction ends, so what is given comes before the end,
 * which then takes it back, or not at all.
 */
export async function demandOpen(tx: Tx, userId: string): Promise<void> {
  const now = await lockUser(tx, userId)
  if (now?.deleted_at !== null || now.disabled === 1) throw revoked()
}

function revoked(): DomainError {
  return new DomainError('unauthorized', 'The credentials of this request were revoked meanwhile.')
}
