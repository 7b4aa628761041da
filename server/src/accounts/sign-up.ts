import type { Signup } from '@mkt/schemas'
import type { Clock } from '../base/clock.ts'
import { DomainError } from '../base/errors.ts'
import type { Ids } from '../base/ids.ts'
import type { Database, Tx } from '../storage/database.ts'
import type { UsersTable } from '../storage/tables.ts'
import { takeAddress, taken } from './mail/addresses.ts'
import { type Derive, hashPassword } from './passwords.ts'
import { isReservedName } from './reserved-names.ts'
import { accountKey, insertUser, userByName } from './user-store.ts'

export interface SignUpDeps {
  database: Database
  clock: Clock
  ids: Ids
  derive: Derive
  /** Whether an address that is not proven holds against others; it does where none can be proven. */
  holdsUnproven?: boolean
  /** With strangers: names that pass for the operator's are for whoever runs commands. */
  reservesNames?: boolean
  /** Called in the same transaction, for what a service gives each new user (a ledger account, credits). */
  welcome: (tx: Tx, userId: string) => Promise<void>
}

export type NewUser = Pick<UsersTable, 'user_id' | 'username' | 'email' | 'created_at'>

/** Makes an account. Errors: username_taken, email_taken, invalid_request (a name that is reserved). */
export async function signUp(deps: SignUpDeps, form: Signup, role: UsersTable['role'] = 'user'): Promise<NewUser> {
  if (deps.reservesNames && isReservedName(form.username)) throw nameReserved()
  const password_hash = await hashPassword(form.password, deps.derive)
  return await deps.database.transaction(async (tx) => await createUser(tx, deps, { ...form, password_hash, role }))
}

/** The part of signing up that belongs in a transaction; a hash that fits no password makes one without login. */
export async function createUser(
  tx: Tx,
  deps: Omit<SignUpDeps, 'derive' | 'database'>,
  form: { username: string; email: string; password_hash: string; role: UsersTable['role'] },
): Promise<NewUser> {
  const user = { ...form, user_id: deps.ids.next('usr'), created_at: deps.clock.now() }
  const username_key = accountKey(form.username)
  // Before the address, as ever: whoever has both is told of the name.
  if (await userByName(tx, form.username)) throw nameTaken()
  const email_key = await takeAddress(tx, user, deps.holdsUnproven ?? true)
  if (!(await insertUser(tx, { ...user, username_key, email_key }))) await refuseTaken(tx, form.username)
  await deps.welcome(tx, user.user_id)
  return user
}

async function refuseTaken(tx: Tx, username: string): Promise<never> {
  if (await userByName(tx, username)) throw nameTaken()
  throw taken()
}

function nameTaken(): DomainError {
  return new DomainError('username_taken', 'This username is taken.')
}

function nameReserved(): DomainError {
  const message = 'is reserved, or reads like a name that is: it would pass for whoever operates this marketplace'
  return new DomainError('invalid_request', 'Take another username: this one is reserved.', {
    details: [{ path: 'body.username', message }],
  })
}
