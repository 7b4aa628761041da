import { resolve } from 'node:path'
import { userByName } from '../accounts/user-store.ts'
import { createLog } from '../base/log.ts'
import { Archive } from '../documents/store/archive.ts'
import { type BlobFlags, blobsOf } from './blob-flags.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print, UsageError } from './report.ts'

const DAY_MS = 86_400_000

/** Erases documents, files included, that were analysed before so many days; of one user, or of all. */
export async function purgeDocuments(
  flags: DataFlags & BlobFlags & { olderThan: string; user?: string },
): Promise<void> {
  // An empty text is the number 0, and would erase everything.
  const days = /^\d+(\.\d+)?$/.test(flags.olderThan) ? Number(flags.olderThan) : Number.NaN
  if (Number.isNaN(days)) throw new UsageError(`--older-than is "${flags.olderThan}": it must be a number of days`)
  const erased = await onData(flags, async ({ database, clock }) => {
    const user = flags.user === undefined ? undefined : await userByName(database, flags.user)
    if (flags.user !== undefined && !user) throw new UsageError(`there is no user "${flags.user}"`)
    const blobs = await blobsOf(resolve(flags.data), flags)
    const archive = new Archive({ database, blobs, clock, log: createLog('warn') })
    return await archive.purge(clock.now() - days * DAY_MS, user?.user_id)
  })
  print(flags.json, { erased }, `${erased} documents were erased, their files included.`)
}
