import type { Database, Tx } from '../../storage/database.ts'
import { filesBehind, filesOver, oldFiles, removeFile } from './file-store.ts'

const AT_ONCE = 100
/** An upload that began so long ago has stopped. */
const STOPPED_MS = 86_400_000

/** Removes all files of a user, in the transaction of the end of an account too. */
export async function eraseFilesIn(tx: Tx, user_id: string): Promise<void> {
  while (true) {
    const files = await filesBehind(tx, { user_id, after: '', limit: AT_ONCE })
    for (const { file_id } of files) await removeFile(tx, file_id)
    if (files.length < AT_ONCE) return
  }
}

/** Removes files that were made before a moment; wall ms. */
export const purgeFiles = (database: Database, before: number) => eraseAll(database, () => oldFiles(database, before))

/** Removes files that have expired, and what is left of uploads that stopped; `now` is wall ms. */
export const expireFiles = (database: Database, now: number) =>
  eraseAll(database, () => filesOver(database, { now, stopped: now - STOPPED_MS }))

async function eraseAll(database: Database, next: () => Promise<{ file_id: string }[]>): Promise<void> {
  for (let erased = 0; ; ) {
    const files = await next()
    for (const { file_id } of files) await database.transaction((tx) => removeFile(tx, file_id))
    erased += files.length
    if (files.length > 0) continue
    if (erased > 0) database.scrub()
    return
  }
}
