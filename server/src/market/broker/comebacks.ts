import type { Clock } from '../../base/clock.ts'
import { EXCLUSION_MS } from '../jobs/machine.ts'

const GRAIN_MS = 1000

/**
 * Wakes hosts when they may have a job again from which they were excluded: their parked polls look once more. One
 * timer a host and second, however many of its attempts fail at once. What a restart of the server forgets costs the
 * rest of one poll.
 */
export class Comebacks {
  readonly #clock: Clock
  readonly #wake: (hostId: string) => void
  readonly #timers = new Map<string, () => void>()

  constructor(clock: Clock, wake: (hostId: string) => void) {
    this.#clock = clock
    this.#wake = wake
  }

  /** The host was excluded from a job at this moment. */
  expect(hostId: string): void {
    const now = this.#clock.monotonic()
    const at = Math.ceil((now + EXCLUSION_MS) / GRAIN_MS) * GRAIN_MS
    const key = `${hostId}/${at}`
    if (this.#timers.has(key)) return
    const cancel = this.#clock.timer(at - now, () => {
      this.#timers.delete(key)
      this.#wake(hostId)
    })
    this.#timers.set(key, cancel)
  }

  stop(): void {
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
  }
}
