import { within } from '../../base/within.ts'
import type { Market } from '../deps.ts'
import { jobById } from '../jobs/store.ts'
import { UNTOLD_MS, watch } from '../streams/relay.ts'

/** Resolves when the job has ended, the time is up or the caller is gone. */
export async function awaitEnd(market: Market, jobId: string, waitMs: number, gone: AbortSignal): Promise<void> {
  const over = new AbortController()
  const stop = () => over.abort()
  const cancel = market.clock.timer(waitMs, stop)
  gone.addEventListener('abort', stop)
  const changes = watch(market, jobId, over.signal)
  try {
    while (!over.signal.aborted) {
      const changed = changes.next()
      const job = await jobById(market.database, jobId)
      if (!job || job.state === 'completed' || job.state === 'failed') return
      if (market.streams.shared) await within(market.clock, changed, UNTOLD_MS)
      else await changed
    }
  } finally {
    changes.stop()
    cancel()
    gone.removeEventListener('abort', stop)
  }
}
