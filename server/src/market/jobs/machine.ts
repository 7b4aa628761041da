import type { JobStatus } from '@mkt/schemas'
import { STANDING, type Standing } from '../trust/standing.ts'

/**
 * A job waits in `queued` until a host claims it; then it is `running`. From there it ends, as `completed` or
 * `failed`, or goes back to `queued` when its attempt was lost: before any reader saw a piece it begins again, else it
 * goes on with the text that is there. A queued job ends only as `failed` (cancelled, expired, or nobody goes on with
 * its text). The two ends are final. Every change is an UPDATE guarded by the state it leaves.
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
  /** Nobody but the host says so. */
  reported?: boolean
  /** The host says that its engine would refuse the job again. */
  refused?: boolean
  /** What the host said of it, as it came. */
  message?: string
}

export type AfterLoss =
  | { next: 'requeue' | 'continue'; failures: number; exclude: boolean }
  | { next: 'fail'; error: string }

/** The standings of a stranger that lost a job, and of the best other host that could run it, if any could. */
export interface Doubt {
  own: Standing
  best: Standing | undefined
  /** The same of those that could go on with its text. */
  heir?: Standing | undefined
}

/** A running job whose attempt is lost. */
export interface LostJob {
  /** Attempts that failed before. */
  failures: number
  seen: boolean
  /** All of its text that a reader may have been sent is known here, and there are hosts that could go on with it. */
  known: boolean
  /** Undefined: the host is one's own, and believed. */
  doubt?: Doubt | undefined
  /** Another host of one's own could run it: what one engine refuses another may take. */
  elsewhere?: boolean
}

/**
 * How much the loss counts of the failures that end a job. What an engine refuses counts twice: two of one's own hosts
 * that say so end it. Of hosts that somebody paid the word that it cannot be done counts twice as well. New ones
 * together count once where proven ones could try, or a few that cost nothing ended every job.
 */
function weightOf(loss: AttemptLoss, { failures, doubt, elsewhere }: LostJob): number {
  if (loss.unharmed || loss.untried) return 0
  if (elsewhere && loss.refused) return 2
  if (doubt?.best === undefined) return 1
  if (doubt.own === STANDING.new) return failures === 0 || doubt.best === STANDING.new ? 1 : 0
  return loss.retryable ? 1 : 2
}

/**
 * What becomes of a running job whose attempt is lost. One of which a reader was sent a piece never begins again: two
 * samples are two texts, and splicing them would be a lie. Its text so far goes on, as the prefix of the next tokens.
 */
export function afterLoss(loss: AttemptLoss, job: LostJob): AfterLoss {
  const { doubt } = job
  const failures = job.failures + weightOf(loss, job)
  const error = loss.unharmed ? 'host_lost' : loss.code
  const others = doubt?.best !== undefined ? !loss.blameless : job.elsewhere && loss.refused
  const again = loss.retryable || others
  if (!again || (job.seen && !job.known) || failures >= MAX_FAILURES) return { next: 'fail', error }
  return { next: job.seen ? 'continue' : 'requeue', failures, exclude: !loss.unharmed }
}
