import { backoffMs } from './backoff.ts'
import { type Effects, pause } from './effects.ts'
import type { Log } from './log.ts'

const PAUSE_FROM = 3
const PAUSE = { firstMs: 10_000, capMs: 300_000 }

/**
 * Failures in a row over all slots. From the third on, each makes the host wait before it claims again, longer each
 * time up to five minutes: a broken engine must not eat the queue. A job that completes ends the streak.
 */
export class FailureStreak {
  readonly #effects: Effects
  readonly #log: Log
  #failures = 0
  #until_ms = 0

  constructor(effects: Effects, log: Log) {
    this.#effects = effects
    this.#log = log
  }

  failed(): void {
    this.#failures++
    if (this.#failures < PAUSE_FROM) return
    // Half of the wait is certain, half is chance.
    const random = () => 0.5 + this.#effects.random() / 2
    const wait_ms = backoffMs(this.#failures - PAUSE_FROM, random, PAUSE)
    this.#until_ms = Math.max(this.#until_ms, this.#effects.monotonic() + wait_ms)
    this.#log.warn(`${this.#failures} jobs failed in a row: no job is claimed for ${Math.round(wait_ms / 1000)} s`)
  }

  completed(): void {
    this.#failures = 0
    this.#until_ms = 0
  }

  /** Waits until a claim is due, or the signal is aborted. */
  async wait(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const wait_ms = this.#until_ms - this.#effects.monotonic()
      if (wait_ms <= 0) return
      await pause(this.#effects, Math.min(wait_ms, 1000), signal)
    }
  }
}
