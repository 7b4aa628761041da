import { beginReading } from '../batches/read-requests.ts'
import type { Market } from '../deps.ts'
import { everyAtOne } from './at-one.ts'

const EVERY_MS = 1000

/** Has the files of batches read. A round does not wait for those that it begins: a small one is not behind a large. */
export function startBatchReading(market: Market) {
  const going = new Set<Promise<void>>()
  const stop = everyAtOne(market, 'batch-reading', EVERY_MS, async () => {
    for (const reading of await beginReading(market)) {
      going.add(reading)
      void reading.finally(() => going.delete(reading))
    }
  })
  return async () => {
    await stop()
    await Promise.all(going)
  }
}
