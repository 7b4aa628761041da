import { backoffMs } from '@mkt/schemas/process/backoff'
import type { Effects } from './effects.ts'

const PAUSE_FROM = 3
const PAUSE = { firstMs: 10_000, capMs: 300_000 }

/**
 * Failures of one model's jobs in a row, over all slots. From the third on, each makes the host wait before it claims
 * such a job again, longer each time up to five minutes: a broken engine must not eat the queue.
 */
export class FailureStreak {
  readonly #effects: Pick<Effects, 'monotonic' | 'random'>
  #failures = 0
  #until_ms = 0

  constructor(effects: Pick<Effects, 'monotonic' | 'random'>) {
    this.#effects = effects
  }

  get length(): number {
    return this.#failures
  }

  /** How long no such job is to be claimed from now on. */
  get wait_ms(): number {
    return Math.max(0, this.#until_ms - this.#effects.monotonic())
  }

  failed(): void {
    this.#failures++
    if (this.#failures < PAUSE_FROM) return
    // Half of the wait is certain, half is chance.
    const random = () => 0.5 + this.#effects.random() / 2
    const wait_ms = backoffMs(this.#failures - PAUSE_FROM, random, PAUSE)
    this.#until_ms = Math.max(this.#until_ms, this.#effects.monotonic() + wait_ms)
  }

  /** The next claim need not wait any more; a failure of it counts on from here. */
  relax(): void {
    this.#until_ms = 0
  }

  /** A job has completed. */
  end(): void {
    this.#failures = 0
    this.#until_ms = 0
  }
}
