import type { Job } from '@mkt/schemas'
import { Failure } from './failure.ts'
import { count, creditCount } from './words/count.ts'
import { jobWords } from './words/jobs.ts'
import { formatDuration } from './words/time.ts'

// A Map, because a host chooses its codes: `constructor` must not find what every object has.
const REASONS = new Map<string, readonly [what: string, next: string]>([
  ['cancelled', ['was cancelled', jobWords.partCharged]],
  ['expired', [jobWords.expired, jobWords.seeHosts]],
  ['host_lost', [jobWords.hostLost, jobWords.again]],
])

const HIGHER_PRICE = jobWords.higherPrice

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
  const [what, next] = REASONS.get(code) ?? [jobWords.hostFailed(code, said), jobWords.again]
  return new Failure('failed', `job ${jobId} ${what}`, [
    priced && code === 'expired' ? `${next} ${HIGHER_PRICE}` : next,
  ])
}

/** What an ended job was and cost, on one line. */
export function jobSummary(job: Job): string {
  const cut = job.finish_reason === 'length' ? jobWords.cut(job.max_tokens) : ''
  const parts = [
    `${count(job.tokens_generated, 'token')}${cut}`,
    creditCount(job.credits_used),
    formatDuration(job.created_at, job.finished_at),
  ]
  return parts.filter((part) => part !== undefined).join(' · ')
}
