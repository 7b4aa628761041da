import { eachApart } from '../../base/each-apart.ts'
import { fileEndedBatches } from '../batches/file-ended.ts'
import { endStopped, runBatches } from '../batches/run.ts'
import type { Market } from '../deps.ts'
import { everyAtOne } from './at-one.ts'
import { startBatchReading } from './batch-reading.ts'

const EVERY_MS = 1000

/** Has the files of batches read and, in a loop that waits for none of them, their lines become jobs. */
export function startBatchRun(market: Market) {
  const stopReading = startBatchReading(market)
  const stop = everyAtOne(market, 'batch-run', EVERY_MS, async () => {
    await eachApart([runBatches, endStopped, fileEndedBatches], (step) => step(market))
  })
  return async () => {
    await Promise.all([stopReading(), stop()])
  }
}
