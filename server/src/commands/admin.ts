import { signup, wording } from '@mkt/schemas'
import type { z } from 'zod'
import { logAct } from '../accounts/act-log.ts'
import { deriveOnPool, hashPassword, verifyPassword } from '../accounts/passwords.ts'
import { removeAdminRole } from '../accounts/shut-out.ts'
import { createUser } from '../accounts/sign-up.ts'
import { changeRole, lockUser, userByName } from '../accounts/user-store.ts'
import { isoTime } from '../base/clock.ts'
import { DomainError } from '../base/errors.ts'
import { welcomeWith } from '../market/welcome.ts'
import { readNewPassword, readPassword } from './ask.ts'
import { findUser } from './find-user.ts'
import { type CommandDeps, type DataFlags, onData } from './on-data.ts'
import { print, UsageError } from './report.ts'

export interface CreateAdminFlags extends DataFlags {
  username: string
  email: string
  password?: string
}

/**
 * Makes an admin. An account of that name gets the role if the password is its own: signup is open, so a stranger may
 * have taken the name before. One that is an admin already is left as it is, and nothing is asked for it.
 */
export async function createAdmin(flags: CreateAdminFlags): Promise<void> {
  await onData(
    flags,
    async (deps) => {
      const existing = await userByName(deps.database, flags.username)
      if (existing) {
        if (existing.role === 'admin') return announce(flags, existing, 'is an admin already; nothing was changed')
        await demandSame(
          existing,
          flags.password ?? (await readPassword(`Password of the account ${existing.username}: `)),
        )
        await giveRole(deps, existing.user_id)
        return announce(flags, existing, 'is now an admin; password and email are as before')
      }
      announce(flags, await makeAdmin(deps, await readForm(flags)), 'was made, with the admin role')
    },
    { create: true },
  )
}

async function giveRole(deps: CommandDeps, user_id: string): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const role = (await lockUser(tx, user_id))?.role
    await changeRole(tx, user_id, 'admin')
    const [before, after] = [{ role }, { role: 'admin' }]
    await logAct(tx, deps, deps.actor, { act: 'admin.create', subject: user_id, before, after })
  })
}

async function makeAdmin(deps: CommandDeps, { username, email, password }: z.output<typeof signup>) {
  const form = { username, email, password_hash: await hashPassword(password, deriveOnPool), role: 'admin' as const }
  return await deps.database.transaction(async (tx) => {
    const made = await createUser(tx, { ...deps, welcome: welcomeWith(deps, 0n) }, form)
    await logAct(tx, deps, deps.actor, { act: 'admin.create', subject: made.user_id, after: { role: 'admin' } })
    return made
  })
}

/** Takes an admin's role back; the account stays. */
export async function removeAdmin(name: string, flags: DataFlags): Promise<void> {
  const { user_id, username } = await onData(flags, async (deps) => {
    const user = await findUser(deps.database, name)
    await deps.database.transaction((tx) => removeAdminRole(tx, deps, deps.actor, user.user_id))
    return user
  })
  print(flags.json, { user_id, username, role: 'user' }, `${username} (${user_id}) is no admin any more.`)
}

async function demandSame({ username, password_hash }: { username: string; password_hash: string }, password: string) {
  if (await verifyPassword(password, password_hash, deriveOnPool)) return
  throw new DomainError(
    'conflict',
    `there is an account "${username}" with another password, perhaps somebody else's: choose another name, or give its password to make it an admin`,
  )
}

async function readForm(flags: CreateAdminFlags) {
  const password = flags.password ?? (await readNewPassword())
  const parsed = signup.safeParse({ username: flags.username, email: flags.email, password }, { error: wording })
  if (parsed.success) return parsed.data
  throw new UsageError(parsed.error.issues.map((issue) => `--${issue.path.join('.')} ${issue.message}`).join('\n'))
}

interface Admin {
  user_id: string
  username: string
  email: string
  created_at: number
}

function announce(flags: DataFlags, { user_id, username, email, created_at }: Admin, what: string): void {
  const data = { user_id, username, email, role: 'admin', created_at: isoTime(created_at) }
  print(flags.json, data, `${username} (${user_id}) ${what}.`)
}
