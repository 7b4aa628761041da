import { type Job, market } from '@mkt/schemas'
import type { Client } from '@mkt/schemas/client'
import { tellQuietly } from './output.ts'
import { safeLine } from './safe-text.ts'

const EVERY_MS = 5000

/** Until stopped, says to a person who sees nothing come what the job waits for, each time that this changes. */
export function tellWaiting(client: Client, jobId: string): { stop(): void } {
  if (!process.stderr.isTTY) return { stop() {} }
  const leaving = new AbortController()
  let said = ''
  const look = async () => {
    const input = { params: { job_id: jobId }, query: {} }
    const job = await client.call(market.getJob, input, { signal: leaving.signal })
    const state = stateOf(job)
    if (leaving.signal.aborted || state === undefined || state === said) return
    tellQuietly(state)
    said = state
  }
  // A look that fails is left out: the stream beside it says when the server is away.
  const timer = setInterval(() => look().catch(() => undefined), EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      leaving.abort()
    },
  }
}

function stateOf(job: Job): string | undefined {
  if (job.status === 'running') return `running on ${safeLine(job.host_id ?? 'a host')}`
  if (job.status !== 'queued') return undefined
  return job.queue_position === null
    ? 'waiting for a host'
    : `waiting for a host, place ${job.queue_position} in the queue`
}
