import { disableUser, userById, userByName } from '../accounts/user-store.ts'
import { disableHost } from '../market/hosts/store.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print, UsageError } from './report.ts'

/** Shuts a user out, or lets them in again. */
export async function setUserDisabled(name: string, disabled: boolean, flags: DataFlags): Promise<void> {
  const user = await onData(flags, async ({ database }) => {
    const found = (await userById(database, name)) ?? (await userByName(database, name))
    if (!found) throw new UsageError(`there is no user "${name}"`)
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
  if (!changed) throw new UsageError(`there is no host "${host_id}"`)
  print(flags.json, { host_id, disabled }, `${host_id} is ${disabled ? 'shut out' : 'let in again'}.`)
}
