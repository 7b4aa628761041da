import type { Clock } from '../../server/src/base/clock.ts'

interface Timer {
  at: number
  wake: () => void
}

/** A clock that stands still until it is advanced; timers fire in order, in the turn of `advance`. */
export class ManualClock implements Clock {
  #elapsed = 0
  #wallOffset: number
  readonly #timers = new Set<Timer>()

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#wallOffset = start
  }

  now(): number {
    return this.#wallOffset + this.#elapsed
  }

  monotonic(): number {
    return this.#elapsed
  }

  timer(ms: number, wake: () => void): () => void {
    const timer = { at: this.#elapsed + ms, wake }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** How many timers wait; a loop in the middle of a round has none. */
  get armed(): number {
    return this.#timers.size
  }

  /** Moves time on, firing what falls due on the way. */
  advance(ms: number): void {
    const until = this.#elapsed + ms
    while (true) {
      const due = [...this.#timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#timers.delete(due)
      this.#elapsed = Math.max(this.#elapsed, due.at)
      due.wake()
    }
    this.#elapsed = until
  }

  /** As for a process that is stopped: time goes on, and what falls due meanwhile fires with what is next. */
  standStill(ms: number): void {
    this.#elapsed += ms
  }

  /** Makes the wall clock jump, as when someone sets it; durations do not notice. */
  jump(ms: number): void {
    this.#wallOffset += ms
  }
}
