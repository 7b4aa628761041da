import type { Database, Tx } from '../../storage/database.ts'
import { filesOfBatch, removeFile } from '../files/file-store.ts'
import { batchesOfUser, oldBatches, removeBatchRow } from './batch-store.ts'
import { removeLines } from './line-store.ts'

/** Erases what `next` finds, one batch a transaction, until it finds none. */
async function eraseAll(database: Database, next: () => Promise<{ batch_id: string }[]>): Promise<number> {
  for (let erased = 0; ; ) {
    const batches = await next()
    for (const { batch_id } of batches) await database.transaction((tx) => erase(tx, batch_id))
    if (batches.length === 0) return erased
    erased += batches.length
  }
}

async function erase(tx: Tx, batch_id: string): Promise<void> {
  await removeLines(tx, batch_id)
  for (const { file_id } of await filesOfBatch(tx, batch_id)) await removeFile(tx, file_id)
  await removeBatchRow(tx, batch_id)
}

/** In the transaction of the end of an account: those that were made since. */
export async function eraseBatchesIn(tx: Tx, user_id: string): Promise<void> {
  for (const { batch_id } of await batchesOfUser(tx, user_id)) await erase(tx, batch_id)
}

/** Erases all batches of a user; their jobs are erased as others are. */
export const eraseBatchesOf = (database: Database, user_id: string) =>
  eraseAll(database, () => batchesOfUser(database, user_id))

/** Erases batches that were made before a moment (wall ms), those that run excepted. */
export const purgeBatches = (database: Database, before: number) =>
  eraseAll(database, () => oldBatches(database, before))
