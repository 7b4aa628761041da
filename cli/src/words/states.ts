import type { Job, JobSummary } from '@mkt/schemas'
import { until } from './time.ts'

/** The contract has four states; to a person, jobs that were cancelled or never taken have not failed. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ['cancelled', 'cancelled'],
  ['expired', 'expired'],
])

/** `completed`, `cancelled`, `expired`, `failed (host_lost)`. */
export function jobState({ status, error }: Pick<JobSummary, 'status' | 'error'>): string {
  if (status !== 'failed' || !error) return status
  return ENDS.get(error) ?? `failed (${error})`
}

/** What a job that has not ended is doing: where it runs, or what it waits for and until when. */
export function jobProgress(job: Job, now: number): string | undefined {
  if (job.status === 'running') return `running on ${job.host_id ?? 'a host'}`
  if (job.status !== 'queued') return undefined
  const expires = job.waiting_until === null ? '' : `; it expires at ${until(job.waiting_until, now)}`
  return `waiting for ${waitingFor(job)}${expires}`
}

/** The end of the sentence "It waits for ...", also of a server that does not say why. */
export function waitingFor({ waiting_for, queue_position }: Job): string {
  if (waiting_for !== null) return waiting_for.replace(/\.$/, '')
  return queue_position === null || queue_position < 1 ? 'a host' : `a host, place ${queue_position} in the queue`
}
