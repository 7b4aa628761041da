import type { JobStatus } from '@mkt/schemas'

/**
 * A job waits in `queued` until a host claims it; then it is `running`. From there it ends, as `completed` or
 * `failed`, or goes back to `queued` when its attempt was lost before any reader saw a piece. A queued job ends only as
 * `failed` (cancelled, expired). The two ends are final. Every change is an UPDATE guarded by the state it leaves.
 */
export const TRANSITIONS = {
  claim: { from: 'queued', to: 'running' },
  requeue: { from: 'running', to: 'queued' },
  complete: { from: 'running', to: 'completed' },
  fail: { from: 'running', to: 'failed' },
  withdraw: { from: 'queued', to: 'failed' },
} as const satisfies Record<string, { from: JobStatus; to: JobStatus }>

/** Failed attempts after which a job is given up. */
export const MAX_FAILURES = 3

/** A host whose attempt failed does not get the job again for so long; then it may, in turn, where no other took it. */
export const EXCLUSION_MS = 60_000

/**
 * Why an attempt ended without a result. `unharmed` (a hand-back) is no failed attempt and excludes no host. `untried`:
 * the engine could not even be reached; that is no failed attempt of the job either, since an engine that is started
 * again would use up all of them, but the host is excluded for a while, and it counts against the host.
 */
export interface AttemptLoss {
  code: string
  retryable: boolean
  unharmed: boolean
  untried?: boolean
  /** It is no fault of the host's. */
  blameless?: boolean
  /** What the host said of it, as it came. */
  message?: string
}

export type AfterLoss = { next: 'requeue'; failures: number; exclude: boolean } | { next: 'fail'; error: string }

/**
 * What becomes of a running job whose attempt is lost. A job of which a reader was sent a piece never runs again: two
 * attempts are two texts, and splicing them would be a lie.
 */
export function afterLoss(loss: AttemptLoss, job: { failures: number; seen: boolean }): AfterLoss {
  const failures = job.failures + (loss.unharmed || loss.untried ? 0 : 1)
  const error = loss.unharmed ? 'host_lost' : loss.code
  if (!loss.retryable || job.seen || failures >= MAX_FAILURES) return { next: 'fail', error }
  return { next: 'requeue', failures, exclude: !loss.unharmed }
}
