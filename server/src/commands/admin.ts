import { signup, wording } from '@mkt/schemas'
import { verifyPassword } from '../accounts/passwords.ts'
import { signUp } from '../accounts/sign-up.ts'
import { changeRole, userByName } from '../accounts/user-store.ts'
import { isoTime } from '../base/clock.ts'
import { DomainError } from '../base/errors.ts'
import { welcomeWith } from '../market/welcome.ts'
import { readNewPassword } from './ask.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print, UsageError } from './report.ts'

export interface CreateAdminFlags extends DataFlags {
  username: string
  email: string
  password?: string
}

/**
 * Makes an admin. An account of that name gets the role if the password is its own: signup is open, so a stranger may
 * have taken the name before.
 */
export async function createAdmin(flags: CreateAdminFlags): Promise<void> {
  await onData(
    flags,
    async (deps) => {
      const existing = await userByName(deps.database, flags.username)
      if (existing) {
        await demandSame(existing, await readPassword(flags))
        await deps.database.transaction((tx) => changeRole(tx, existing.user_id, 'admin'))
        return announce(flags, existing, 'is now an admin; password and email are as before')
      }
      const form = await readForm(flags)
      announce(
        flags,
        await signUp({ ...deps, welcome: welcomeWith(deps, 0n) }, form, 'admin'),
        'was made, with the admin role',
      )
    },
    { create: true },
  )
}

async function demandSame({ username, password_hash }: { username: string; password_hash: string }, password: string) {
  if (await verifyPassword(password, password_hash)) return
  throw new DomainError(
    'conflict',
    `there is an account "${username}" with another password, perhaps somebody else's: choose another name, or give its password to make it an admin`,
  )
}

async function readPassword(flags: CreateAdminFlags): Promise<string> {
  return flags.password ?? (await readNewPassword())
}

async function readForm(flags: CreateAdminFlags) {
  const password = await readPassword(flags)
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
