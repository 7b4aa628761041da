import type { Clock } from '../base/clock.ts'
import { DatabaseAway } from '../storage/database-away.ts'

/** A host with work calls each second; one that has not called for so long has nothing running. */
const REMEMBERED_MS = 600_000
const MOST = 50_000

/**
 * So long a host's proof may be taken for granted by one of several servers, which would ask their database for it with
 * each batch of pieces. Whoever revokes a key waits it out before saying so: `outliveProofs`.
 */
export const HOST_PROOF_MS = 1000
/** Clocks of two machines may run a little differently. */
const SLACK_MS = 100

/** Resolves when no server takes a proof for granted any more that was read before this was called. */
export const outliveProofs = (clock: Clock): Promise<void> =>
  new Promise((resolve) => {
    clock.timer(HOST_PROOF_MS + SLACK_MS, resolve)
  })

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

  /** Proves a host; by what was proven within the last `proof_ms`, or where the database is away, before. */
  async outlast(hash: string, prove: () => Promise<Principal>, proof_ms = 0): Promise<Principal> {
    // From before the question: its answer may be as old as that.
    const asked_at = this.#clock.monotonic()
    const lately = this.#known.get(hash)
    if (lately && asked_at - lately.proven_at < proof_ms) return lately.principal
    try {
      const principal = await prove()
      this.#remember(hash, principal, asked_at)
      return principal
    } catch (error) {
      const known = this.#known.get(hash)
      if (error instanceof DatabaseAway && known && this.#clock.monotonic() - known.proven_at < REMEMBERED_MS)
        return known.principal
      if (!(error instanceof DatabaseAway)) this.#known.delete(hash)
      throw error
    }
  }

  #remember(hash: string, principal: Principal, proven_at: number): void {
    this.#known.delete(hash)
    this.#known.set(hash, { principal, proven_at })
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest)
  }
}
