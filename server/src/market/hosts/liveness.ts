import type { Clock } from '../../base/clock.ts'

/**
 * When each host last gave a sign, on the monotonic clock. A host of which nothing is known counts from the start of
 * the server, so that an outage of ours makes nobody inactive.
 */
export class Liveness {
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

  /** An inactive host is forgotten: what it says next is a sign again. */
  forget(hostId: string): void {
    this.#signs.delete(hostId)
  }

  silentMs(hostId: string): number {
    return this.#clock.monotonic() - (this.#signs.get(hostId) ?? this.#start)
  }
}
