import { formatCredits, type Job } from '@mkt/schemas'
import { Failure } from './failure.ts'
import { formatDuration } from './time.ts'

// A Map, because a host chooses its codes: `constructor` must not find what every object has.
const REASONS = new Map<string, readonly [what: string, next: string]>([
  ['cancelled', ['was cancelled', 'What was generated until then is charged; the rest of the reserve is released.']],
  [
    'expired',
    [
      'expired: no host took it in time',
      'Nothing is charged. `mkt models` shows what has hosts now; a higher --max-price allows more of them.',
    ],
  ],
  ['host_lost', ['failed: its host went away while it ran (host_lost)', 'Nothing is charged. Submit it again.']],
])

/** A failed job as a Failure: why, what it cost, and what to do next. `code` is the job's `error`. */
export function jobFailure(jobId: string, code: string): Failure {
  const [what, next] = REASONS.get(code) ?? [
    `failed: its host reported an error (${code})`,
    'Nothing is charged. Submit it again.',
  ]
  return new Failure('failed', `job ${jobId} ${what}`, [next])
}

/** What an ended job was and cost, on one line. */
export function jobSummary(job: Job): string {
  const cut = job.finish_reason === 'length' ? `, cut at --max-tokens ${job.max_tokens}` : ''
  const parts = [
    `${job.tokens_generated} token${job.tokens_generated === 1 ? '' : 's'}${cut}`,
    `${formatCredits(job.credits_used)} credits`,
    formatDuration(job.created_at, job.finished_at),
  ]
  return parts.filter((part) => part !== undefined).join(' · ')
}
