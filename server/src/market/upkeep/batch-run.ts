import { fileEndedBatches } from '../batches/file-ended.ts'
import { readRequests } from '../batches/read-requests.ts'
import { runBatches } from '../batches/run.ts'
import type { Market } from '../deps.ts'
import { everyAtOne } from './at-one.ts'

const EVERY_MS = 1000

/** Has the lines of batches become jobs. */
export function startBatchRun(market: Market) {
  return everyAtOne(market, 'batch-run', EVERY_MS, async () => {
    await readRequests(market)
    await runBatches(market)
    await fileEndedBatches(market)
  })
}
