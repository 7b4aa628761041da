import { resolve } from 'node:path'
import { logAct } from '../accounts/act-log.ts'
import { isoTime } from '../base/clock.ts'
import { createLog } from '../base/log.ts'
import { Archive } from '../documents/store/archive.ts'
import { countBefore } from '../documents/store/document-store.ts'
import { confirm } from './ask.ts'
import { type BlobFlags, blobsOf } from './blob-flags.ts'
import { findUser } from './find-user.ts'
import { momentBefore, type PurgeFlags } from './older-than.ts'
import { onData } from './on-data.ts'
import { print } from './report.ts'
import { counted } from './table.ts'

/**
 * Erases documents, files included, that were analysed before so many days; of one user, or of all; once somebody has
 * confirmed how many these are.
 */
export async function purgeDocuments(flags: PurgeFlags & BlobFlags & { user?: string }): Promise<void> {
  const erased = await onData(flags, async (deps) => {
    const { database, clock, actor } = deps
    const before = momentBefore(clock, flags)
    const user = flags.user === undefined ? undefined : await findUser(database, flags.user)
    const due = await countBefore(database, before, user?.user_id)
    const whose = user ? ` of ${user.username}` : ''
    if (due > 0) await confirm(`erases ${counted(due, 'document')}${whose} with all files`, flags)
    const after = { analysed_before: isoTime(before), documents: due }
    const act = { act: 'documents.purge' as const, subject: user?.user_id ?? null, after }
    if (due > 0) await database.transaction((tx) => logAct(tx, deps, actor, act))
    const blobs = await blobsOf(resolve(flags.data), flags)
    const archive = new Archive({ database, blobs, clock, log: createLog('warn') })
    return await archive.purge(before, user?.user_id)
  })
  const was = erased === 1 ? 'was erased, its' : 'were erased, their'
  print(flags.json, { erased }, `${counted(erased, 'document')} ${was} files included.`)
}
