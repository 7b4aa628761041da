import { type Job, market } from '@mkt/schemas'
import type { Client } from '@mkt/schemas/client'
import { MAX_BREAKS } from './follow.ts'
import { pause } from './interrupt.ts'
import { Retry } from './retry.ts'
import { tellAway } from './tell-away.ts'

// The server holds each question for this long; then it is asked again.
const HELD_S = 30
const BETWEEN_MS = 500

export interface WaitOptions {
  signal: AbortSignal
  /** Milliseconds that never go back. */
  monotonic: () => number
  /** Chance, 0..1. */
  random: () => number
  /** Also asks for what the answer has beside its text. */
  full?: boolean | undefined
  /** What tries again; by default as long as a reader of the text would, and saying so. */
  retry?: Pick<Retry, 'insist'>
}

/** The job once it has ended; a server that is away in between is waited for. */
export async function waitForEnd(client: Client, jobId: string, options: WaitOptions): Promise<Job> {
  const { signal, monotonic, random } = options
  const retry = options.retry ?? new Retry({ limit_breaks: MAX_BREAKS, monotonic, random, signal, ...tellAway() })
  const input = { params: { job_id: jobId }, query: { wait: HELD_S, ...(options.full && { detail: 'full' as const }) } }
  for (;;) {
    const asked = monotonic()
    const call = () => client.call(market.getJob, input, { signal, timeoutMs: (HELD_S + 15) * 1000 })
    const job = await retry.insist(call)
    if (job.status === 'completed' || job.status === 'failed') return job
    // A server that is about to stop answers at once; it must not be asked in a tight loop.
    await pause(Math.max(0, BETWEEN_MS - (monotonic() - asked)), signal)
  }
}
