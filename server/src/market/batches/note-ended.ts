import type { Market } from '../deps.ts'
import { countProgress } from './batch-store.ts'
import { endedLines, endLine } from './line-store.ts'

const AT_ONCE = 500

/** Counts what has ended of a batch's jobs, each once. */
export async function noteEnded({ database }: Pick<Market, 'database'>, batch_id: string): Promise<void> {
  while (true) {
    const ended = await endedLines(database, batch_id, AT_ONCE)
    if (ended.length === 0) return
    await database.transaction(async (tx) => {
      const sum = { sent: 0, completed: 0, failed: 0, charged_nano: 0n }
      for (const { line, state, charged_nano } of ended) {
        // Another server may have been first.
        if ((await endLine(tx, { batch_id, line })) === 0) continue
        if (state === 'completed') sum.completed++
        else sum.failed++
        sum.charged_nano += charged_nano
      }
      await countProgress(tx, { batch_id, ...sum })
    })
    if (ended.length < AT_ONCE) return
  }
}
