import type { Signup } from '@mkt/schemas'
import type { Clock } from '../base/clock.ts'
import { DomainError } from '../base/errors.ts'
import type { Ids } from '../base/ids.ts'
import type { Database, Tx } from '../storage/database.ts'
import type { UsersTable } from '../storage/tables.ts'
import { type Derive, hashPassword } from './passwords.ts'
import { accountKey, insertUser, userByName } from './user-store.ts'

export interface SignUpDeps {
  database: Database
  clock: Clock
  ids: Ids
  derive: Derive
  /** Called in the same transaction, for what a service gives each new user (a ledger account, credits). */
  welcome: (tx: Tx, userId: string) => Promise<void>
}

export type NewUser = Pick<UsersTable, 'user_id' | 'username' | 'email' | 'created_at'>

/** Makes an account. Errors: username_taken, email_taken. */
export async function signUp(deps: SignUpDeps, form: Signup, role: UsersTable['role'] = 'user'): Promise<NewUser> {
  const password_hash = await hashPassword(form.password, deps.derive)
  return await deps.database.transaction(async (tx) => await createUser(tx, deps, { ...form, password_hash, role }))
}

/** The part of signing up that belongs into a transaction; a hash that fits no password makes an account without login. */
export async function createUser(
  tx: Tx,
  deps: Omit<SignUpDeps, 'derive'>,
  form: { username: string; email: string; password_hash: string; role: UsersTable['role'] },
): Promise<NewUser> {
  const user = { ...form, user_id: deps.ids.next('usr'), created_at: deps.clock.now() }
  const keys = { username_key: accountKey(form.username), email_key: accountKey(form.email) }
  if (!(await insertUser(tx, { ...user, ...keys }))) await refuseTaken(tx, form.username)
  await deps.welcome(tx, user.user_id)
  return user
}

async function refuseTaken(tx: Tx, username: string): Promise<never> {
  if (await userByName(tx, username)) throw new DomainError('username_taken', 'This username is taken.')
  throw new DomainError('email_taken', 'An account with this email address exists.')
}
