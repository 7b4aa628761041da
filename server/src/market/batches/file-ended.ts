import { eachApart } from '../../base/each-apart.ts'
import type { Market } from '../deps.ts'
import { filesOfBatch, insertFile } from '../files/file-store.ts'
import { type BatchRow, countLines, noteFiled, unfiledBatches } from './batch-store.ts'
import { noteEnded } from './note-ended.ts'

/** Gives batches of files that have ended the files of their answers: once, whatever comes in between. */
export async function fileEndedBatches(market: Market): Promise<void> {
  await eachApart(await unfiledBatches(market.database), (batch) => fileOne(market, batch))
}

async function fileOne(market: Market, { batch_id, user_id, faults_json }: BatchRow): Promise<void> {
  const { database, clock, ids } = market
  // Jobs that were cancelled with it have ended too.
  await noteEnded(market, batch_id)
  await database.transaction(async (tx) => {
    if ((await noteFiled(tx, { batch_id, now: clock.now() })) === 0) return
    const counted = await countLines(tx, batch_id)
    if (!counted || faults_json !== null || (await filesOfBatch(tx, batch_id)).length > 0) return
    const { lines, completed } = counted
    const make = (answers: 'completed' | 'failed', name: string) =>
      insertFile(tx, {
        ...{ file_id: ids.next('file'), user_id, filename: `${batch_id}_${name}.jsonl`, purpose: 'batch_output' },
        ...{ bytes: null, batch_id, answers, state: 'there', created_at: clock.now(), expires_at: null },
      })
    if (completed > 0) await make('completed', 'output')
    if (lines > completed) await make('failed', 'error')
  })
}
