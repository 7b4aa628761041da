import { market } from '@mkt/schemas'
import type { Client } from '@mkt/schemas/client'
import { tellQuietly } from './output.ts'
import { jobProgress, waitingFor } from './words/states.ts'

/** What is served within a moment needs no word; a job that no host will take is told of at once. */
const FIRST_MS = 1000
const EVERY_MS = 5000

/**
 * Until stopped, says what the job waits for, each time that this changes, a line each: to a person who sees nothing
 * come, and to the log of a script. That it runs is news to a log only where it was told that the job waits.
 */
export function tellWaiting(client: Client, jobId: string, now: () => number): { stop(): void } {
  const leaving = new AbortController()
  let said = ''
  const look = async () => {
    const input = { params: { job_id: jobId }, query: {} }
    const job = await client.call(market.getJob, input, { signal: leaving.signal })
    const progress = jobProgress(job, now())
    // Only what it waits for counts: how long it still may changes with every look.
    const state = job.status === 'queued' ? waitingFor(job) : progress
    if (leaving.signal.aborted || progress === undefined || state === undefined || state === said) return
    if (job.status === 'running' && said === '' && !process.stderr.isTTY) return
    tellQuietly(progress)
    said = state
  }
  // A look that fails is left out: the stream beside it says when the server is away.
  const again = () => {
    look()
      .catch(() => undefined)
      .then(() => {
        if (!leaving.signal.aborted) timer = setTimeout(again, EVERY_MS)
      })
  }
  let timer = setTimeout(again, FIRST_MS)
  return {
    stop() {
      clearTimeout(timer)
      leaving.abort()
    },
  }
}
