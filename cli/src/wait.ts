import { type Job, market } from '@mkt/schemas'
import { ApiError, type Client, UnreachableError } from '@mkt/schemas/client'
import { pause } from './interrupt.ts'

// The server holds each question for this long; then it is asked again.
const HELD_S = 30
const BETWEEN_MS = 500
const MAX_BREAKS = 12

/** The job once it has ended; a server that is away in between is waited for, for about half a minute. */
export async function waitForEnd(client: Client, jobId: string, signal: AbortSignal): Promise<Job> {
  for (let breaks = 0; ; ) {
    try {
      const input = { params: { job_id: jobId }, query: { wait: HELD_S } }
      const job = await client.call(market.getJob, input, { signal, timeoutMs: (HELD_S + 15) * 1000 })
      if (job.status === 'completed' || job.status === 'failed') return job
      breaks = 0
    } catch (error) {
      const mayPass = error instanceof UnreachableError || (error instanceof ApiError && error.status >= 500)
      if (!mayPass || ++breaks > MAX_BREAKS) throw error
    }
    await pause(BETWEEN_MS * Math.max(1, Math.min(breaks, 6)), signal)
  }
}
