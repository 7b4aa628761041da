import { userById, userByName } from '../accounts/user-store.ts'
import { DomainError } from '../base/errors.ts'
import type { Reader } from '../storage/database.ts'
import type { UsersTable } from '../storage/tables.ts'

/** The user of that name or id. Throws not_found, also for an account that has ended. */
export async function findUser(reader: Reader, nameOrId: string): Promise<UsersTable> {
  const user = (await userById(reader, nameOrId)) ?? (await userByName(reader, nameOrId))
  if (!user || user.deleted_at !== null)
    throw new DomainError('not_found', `there is no user "${nameOrId}"; mkt-server users list shows them`)
  return user
}
