import { username } from '@mkt/schemas'
import { issueSecret } from '../accounts/issue-secret.ts'
import { createUser } from '../accounts/sign-up.ts'
import { userByName } from '../accounts/user-store.ts'
import { welcomeWith } from '../market/welcome.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print, UsageError } from './report.ts'

/** Makes a documents key for a user; a user that does not exist is made, without a password. */
export async function createKey(flags: DataFlags & { user: string }): Promise<void> {
  const name = username.safeParse(flags.user)
  if (!name.success) throw new UsageError(`--user: ${name.error.issues[0]?.message}`)
  await onData(
    flags,
    async (deps) => {
      const key = await deps.database.transaction(async (tx) => {
        const form = {
          username: name.data,
          email: `${name.data}@localhost.invalid`,
          password_hash: NO_PASSWORD,
          role: 'user' as const,
        }
        const user =
          (await userByName(tx, name.data)) ?? (await createUser(tx, { ...deps, welcome: welcomeWith(deps, 0n) }, form))
        return (await issueSecret(tx, deps, { kind: 'documents', subject_id: user.user_id, name: 'documents key' }))
          .secret
      })
      print(flags.json, { key }, key)
    },
    { create: true },
  )
}

// Fits no password: such an account is for its documents keys only.
const NO_PASSWORD = 'none'
