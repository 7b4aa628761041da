import type { Clock } from '../../base/clock.ts'
import { TIMES } from '../../limits.ts'

/** How long a job may wait, by the clocks of this process: an outage, or a wall clock that jumps, expires nothing. */
export class QueueTime {
  readonly #clock: Clock
  readonly #start: { wall: number; monotonic: number }
  /** When unserved jobs were last aged. */
  #aged: { wall: number; monotonic: number }

  constructor(clock: Clock) {
    this.#clock = clock
    this.#start = { wall: clock.now(), monotonic: clock.monotonic() }
    this.#aged = this.#start
  }

  /** Milliseconds since it was last asked: what unserved jobs have aged by. */
  age(): number {
    const before = this.#aged.monotonic
    this.#aged = { wall: this.#clock.now(), monotonic: this.#clock.monotonic() }
    return this.#aged.monotonic - before
  }

  /** Jobs submitted before this moment (wall ms) are too old: a day counts from the later of submission and start. */
  submittedBefore(): number {
    const up = this.#clock.monotonic() - this.#start.monotonic
    return up < TIMES.queue_ms ? 0 : this.#start.wall + up - TIMES.queue_ms
  }

  /** When a queued job expires (wall ms), by what is so now: `unserved` where no active host may run it. */
  expiresAt(job: { created_at: number; unserved_ms: number }, unserved: boolean): number {
    const day = Math.max(job.created_at, this.#start.wall) + TIMES.queue_ms
    if (!unserved) return day
    // From the last aging on, what has passed since is not in unserved_ms yet: the answer stays the same between two.
    return Math.min(day, this.#aged.wall + Math.max(0, TIMES.unserved_ms - job.unserved_ms))
  }
}
