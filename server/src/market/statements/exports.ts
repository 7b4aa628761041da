import type { Clock } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'

/** What is not written by then waits for its reader, and takes nothing from others. */
const WORK_MS = 30_000
const RETRY_AFTER_S = 5

/**
 * Statements that are being written whole. Each reads up to a year of the ledger: one at a time for who asks, and few
 * for all together.
 */
export class Exports {
  readonly #clock: Clock
  readonly #most: number
  /** Who has one, and since when. */
  readonly #running = new Map<string, number>()

  constructor(clock: Clock, most: number) {
    this.#clock = clock
    this.#most = most
  }

  /** Takes a place; the answer gives it back, however often it is called. Error: rate_limited. */
  enter(who: string): () => void {
    const now = this.#clock.monotonic()
    if (this.#running.has(who)) throw busy('A statement of yours is being written already: ask again when it is done.')
    const working = [...this.#running.values()].filter((since) => now - since < WORK_MS)
    if (working.length >= this.#most)
      throw busy(`Others have ${this.#most} statements written just now; try again in ${RETRY_AFTER_S} seconds.`)
    this.#running.set(who, now)
    let entered = true
    return () => {
      if (entered) this.#running.delete(who)
      entered = false
    }
  }
}

function busy(message: string): DomainError {
  return new DomainError('rate_limited', message, { retryAfterS: RETRY_AFTER_S })
}
