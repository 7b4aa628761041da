import { text } from 'node:stream/consumers'
import { signup } from '@mkt/schemas'
import { signUp } from '../accounts/sign-up.ts'
import { changeRole, userByName } from '../accounts/user-store.ts'
import { isoTime } from '../base/clock.ts'
import { welcomeWith } from '../market/welcome.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print, UsageError } from './report.ts'

export interface CreateAdminFlags extends DataFlags {
  username: string
  email: string
  password?: string
}

/** Makes an admin. An account of that name keeps its password and email and gets the role. */
export async function createAdmin(flags: CreateAdminFlags): Promise<void> {
  await onData(
    flags,
    async (deps) => {
      const existing = await userByName(deps.database, flags.username)
      if (existing) {
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

async function readForm(flags: CreateAdminFlags) {
  const password = flags.password ?? (await text(process.stdin)).replace(/\r?\n$/, '')
  const parsed = signup.safeParse({ username: flags.username, email: flags.email, password })
  if (parsed.success) return parsed.data
  throw new UsageError(parsed.error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`).join('\n'))
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
