import { DomainError } from '../base/errors.ts'
import { shutHostOut, shutOwnerOut } from '../market/shut-out.ts'
import { findUser } from './find-user.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print } from './report.ts'

/** Shuts a user out, or lets them in again. */
export async function setUserDisabled(name: string, disabled: boolean, flags: DataFlags): Promise<void> {
  const user = await onData(flags, async (deps) => {
    const found = await findUser(deps.database, name)
    await deps.database.transaction((tx) => shutOwnerOut(tx, deps, deps.actor, found.user_id, disabled))
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
  const changed = await onData(flags, (deps) =>
    deps.database.transaction((tx) => shutHostOut(tx, deps, deps.actor, host_id, disabled)),
  )
  if (!changed) throw new DomainError('not_found', `there is no host "${host_id}"`)
  print(flags.json, { host_id, disabled }, `${host_id} is ${disabled ? 'shut out' : 'let in again'}.`)
}
