import type { Clock } from '../base/clock.ts'
import type { Liveness } from './liveness.ts'

/** By the monotonic clock of a server that is alone. */
export class MemoryLiveness implements Liveness {
  readonly #clock: Clock
  readonly #start: number
  readonly #signs = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
    this.#start = clock.monotonic()
  }

  sign(hostId: string): void {
    this.#signs.set(hostId, this.#clock.monotonic())
  }

  forget(hostId: string): void {
    this.#signs.delete(hostId)
  }

  silentMs(hostId: string): number {
    return this.#clock.monotonic() - (this.#signs.get(hostId) ?? this.#start)
  }
}
