import type { Clock } from '../base/clock.ts'
import { DatabaseAway } from '../storage/database-away.ts'

/** A host with work calls each second; one that has not called for so long has nothing running. */
const REMEMBERED_MS = 600_000
const MOST = 50_000

/**
 * Hosts whose keys the database proved of late: while it is away their running jobs go on, since what they send is kept
 * elsewhere. Whatever else they ask for needs the database, and is refused until it is back; then keys are looked up
 * again, so that one revoked meanwhile opens nothing.
 */
export class RememberedHosts<Principal> {
  readonly #clock: Clock
  /** By the hash of the key; who was proven first comes first. */
  readonly #known = new Map<string, { principal: Principal; proven_at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Proves a host; where the database is away, by what it said before. */
  async outlast(hash: string, prove: () => Promise<Principal>): Promise<Principal> {
    try {
      const principal = await prove()
      this.#remember(hash, principal)
      return principal
    } catch (error) {
      const known = this.#known.get(hash)
      if (error instanceof DatabaseAway && known && this.#clock.monotonic() - known.proven_at < REMEMBERED_MS)
        return known.principal
      if (!(error instanceof DatabaseAway)) this.#known.delete(hash)
      throw error
    }
  }

  #remember(hash: string, principal: Principal): void {
    this.#known.delete(hash)
    this.#known.set(hash, { principal, proven_at: this.#clock.monotonic() })
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest)
  }
}
