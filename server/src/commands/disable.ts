import { disableUser } from '../accounts/user-store.ts'
import { DomainError } from '../base/errors.ts'
import { disableHost } from '../market/hosts/store.ts'
import { findUser } from './find-user.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print } from './report.ts'

/** Shuts a user out, or lets them in again. */
export async function setUserDisabled(name: string, disabled: boolean, flags: DataFlags): Promise<void> {
  const user = await onData(flags, async ({ database }) => {
    const found = await findUser(database, name)
    await database.transaction((tx) => disableUser(tx, found.user_id, disabled))
    return found
  })
  const { user_id, username } = user
  print(
    flags.json,
    { user_id, username, disabled },
    `${username} (${user_id}) is ${disabled ? 'shut out' : 'let in again'}.`,
  )
}

/** Shuts a host out, or lets it in again. */
export async function setHostDisabled(host_id: string, disabled: boolean, flags: DataFlags): Promise<void> {
  const changed = await onData(flags, ({ database }) =>
    database.transaction((tx) => disableHost(tx, host_id, disabled)),
  )
  if (!changed) throw new DomainError('not_found', `there is no host "${host_id}"`)
  print(flags.json, { host_id, disabled }, `${host_id} is ${disabled ? 'shut out' : 'let in again'}.`)
}
