import type { Job } from '@mkt/schemas'
import { Failure } from './failure.ts'
import { count, creditCount } from './words/count.ts'
import { formatDuration } from './words/time.ts'

// A Map, because a host chooses its codes: `constructor` must not find what every object has.
const REASONS = new Map<string, readonly [what: string, next: string]>([
  ['cancelled', ['was cancelled', 'What was generated until then is charged; the rest of the reserve is released.']],
  ['expired', ['expired: no host took it in time', 'Nothing is charged. `mkt models` shows what has hosts now.']],
  ['host_lost', ['failed: its host went away while it ran (host_lost)', 'Nothing is charged. Submit it again.']],
])

const HIGHER_PRICE = 'A higher --max-price allows more of them.'

export interface JobFault {
  /** The job's `error`. */
  code: string
  /** What its host gave as the reason. */
  said?: string | null | undefined
  /** Whether it was submitted with --max-price; a job does not say so itself. */
  priced?: boolean | undefined
}

/** A failed job as a Failure: why, what it cost, and what to do next. */
export function jobFailure(jobId: string, { code, said, priced }: JobFault): Failure {
  const [what, next] = REASONS.get(code) ?? [
    `failed: its host reported an error (${code})${said ? `: ${said}` : ''}`,
    'Nothing is charged. Submit it again.',
  ]
  return new Failure('failed', `job ${jobId} ${what}`, [
    priced && code === 'expired' ? `${next} ${HIGHER_PRICE}` : next,
  ])
}

/** What an ended job was and cost, on one line. */
export function jobSummary(job: Job): string {
  const cut = job.finish_reason === 'length' ? `, cut at --max-tokens ${job.max_tokens}` : ''
  const parts = [
    `${count(job.tokens_generated, 'token')}${cut}`,
    creditCount(job.credits_used),
    formatDuration(job.created_at, job.finished_at),
  ]
  return parts.filter((part) => part !== undefined).join(' · ')
}
