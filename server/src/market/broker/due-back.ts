import type { Clock } from '../../base/clock.ts'
import type { Poll } from './waiting.ts'

/** An agent asks again once the end of its job is acknowledged: a way there and back, and a wait for the disk. */
const ON_ITS_WAY_MS = 250
const MOST_KEPT = 10_000

interface Left {
  poll: Poll
  /** Monotonic ms since when a place of its host is free; undefined while it has the job that it left with. */
  freed_at: number | undefined
}

/**
 * Hosts that ended a job a moment ago and are about to ask for the next. Of each the last poll that it had is kept: its
 * prices and models as they were then. Only what is parked here is known here.
 */
export class DueBack {
  readonly #clock: Clock
  readonly #left = new Map<string, Left>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  left(poll: Poll): void {
    const { host_id } = poll.host
    this.#left.delete(host_id)
    this.#left.set(host_id, { poll, freed_at: undefined })
    const [oldest] = this.#left.keys()
    if (this.#left.size > MOST_KEPT && oldest !== undefined) this.#left.delete(oldest)
  }

  freed(host_id: string): void {
    const left = this.#left.get(host_id)
    if (left) left.freed_at = this.#clock.monotonic()
  }

  back(host_id: string): void {
    this.#left.delete(host_id)
  }

  /** The last polls of those of these hosts that are on their way. */
  of(host_ids: readonly string[]): Poll[] {
    const since = this.#clock.monotonic() - ON_ITS_WAY_MS
    return host_ids.flatMap((host_id) => {
      const { poll, freed_at } = this.#left.get(host_id) ?? {}
      return poll && freed_at !== undefined && freed_at > since ? [poll] : []
    })
  }
}
