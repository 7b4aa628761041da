import { username, wording } from '@mkt/schemas'
import { logAct } from '../accounts/act-log.ts'
import { credentialsOf, revokeCredential } from '../accounts/credential-store.ts'
import { makeDocumentsKey } from '../accounts/documents-keys.ts'
import { isPasswordHash } from '../accounts/passwords.ts'
import { createUser } from '../accounts/sign-up.ts'
import { userByName } from '../accounts/user-store.ts'
import { isoTime } from '../base/clock.ts'
import { DomainError } from '../base/errors.ts'
import { welcomeWith } from '../market/welcome.ts'
import { findUser } from './find-user.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print, printList, UsageError } from './report.ts'

/**
 * Makes a documents key for a user; a user that does not exist is made, without a password. Of one who can log in the
 * secret is not printed: they fetch it themselves.
 */
export async function createKey(flags: DataFlags & { user: string }): Promise<void> {
  const name = username.safeParse(flags.user, { error: wording })
  if (!name.success) throw new UsageError(`--user ${name.error.issues[0]?.message}`)
  await onData(
    flags,
    async (deps) => {
      const made = await deps.database.transaction(async (tx) => {
        const form = {
          username: name.data,
          email: `${name.data}@localhost.invalid`,
          password_hash: NO_PASSWORD,
          role: 'user' as const,
        }
        const known = await userByName(tx, name.data)
        const { user_id } = known ?? (await createUser(tx, { ...deps, welcome: welcomeWith(deps, 0n) }, form))
        const show = known === undefined || !isPasswordHash(known.password_hash)
        return {
          ...(await makeDocumentsKey(tx, deps, deps.actor, { user_id, show })),
          show,
          known: known !== undefined,
        }
      })
      const { secret: key, credential_id: key_id, show, known } = made
      // A name that was mistyped is an account of its own now.
      if (!known && !flags.json) process.stderr.write(`mkt-server: there was no ${name.data}; the account was made.\n`)
      if (show) return print(flags.json, { key_id, key, account_made: !known }, key)
      const claim = `/users/me/documents-keys/${key_id}/claim`
      const how = `mkt documents-keys claim ${key_id}`
      print(flags.json, { key_id, claim }, `${name.data} fetches the secret of ${key_id}: ${how}`)
    },
    { create: true },
  )
}

/** The documents keys of a user in force; the keys themselves are stored nowhere. */
export async function listKeys(flags: DataFlags & { user: string }): Promise<void> {
  const rows = await onData(flags, async ({ database, clock }) => {
    const user = await findUser(database, flags.user)
    return await credentialsOf(database, user.user_id, 'documents', clock.now())
  })
  const found = rows.map((row) => ({ key_id: row.credential_id, created_at: isoTime(row.created_at) }))
  printList(flags, {
    data: { keys: found },
    total: found.length,
    noun: 'documents key',
    columns: [{ title: 'KEY' }, { title: 'MADE' }],
    rows: found.map(({ key_id, created_at }) => [key_id, created_at]),
  })
}

/** Revokes one documents key of a user by its id. */
export async function revokeKey(id: string, flags: DataFlags & { user: string }): Promise<void> {
  await onData(flags, async (deps) => {
    const { database, clock, actor } = deps
    const user = await findUser(database, flags.user)
    const revoked = await database.transaction(async (tx) => {
      if (!(await revokeCredential(tx, id, user.user_id, clock.now()))) return false
      await logAct(tx, deps, actor, { act: 'documents-key.revoke', subject: user.user_id, before: { key_id: id } })
      return true
    })
    if (!revoked) {
      const sentence = `${flags.user} has no key ${id} in force; mkt-server keys list shows them`
      throw new DomainError('not_found', sentence)
    }
  })
  print(flags.json, { key_id: id, revoked: true }, `${id} is revoked.`)
}

// Fits no password: such an account is for its documents keys only.
const NO_PASSWORD = 'none'
