import type { Clock } from '../../base/clock.ts'

/** Free in any case, of one user: at once, and again in an hour. */
const FREE = 10
const HOUR_MS = 3_600_000
/** One part of what fitting answers cost is free of those that do not fit. Less than the fee on paying oneself. */
const PART = 10n
const MOST_USERS = 10_000

interface Account {
  /** Answers that are left for nothing, when it was as many, in monotonic ms. */
  left: number
  at: number
  /** What beyond these is for nothing, in nano-credits. */
  earned_nano: bigint
}

/**
 * How many answers that do not fit their schema a user has for nothing. Whoever reads a stream has read the answer
 * before it is judged, and nobody can tell a schema that nothing fits from one that a model fails: without a bound, all
 * answers could be had for nothing. Kept in memory, so of each server.
 */
export class UnfitAllowance {
  readonly #clock: Clock
  readonly #accounts = new Map<string, Account>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Of an answer that fits and was paid. */
  paid(user_id: string, nano: bigint): void {
    const account = this.#accountOf(user_id)
    this.#keep(user_id, { ...account, earned_nano: account.earned_nano + nano / PART })
  }

  /** Takes what an answer that does not fit would have cost; false where the user has no more for nothing. */
  take(user_id: string, nano: bigint): boolean {
    if (nano === 0n) return true
    const account = this.#accountOf(user_id)
    if (account.left >= 1) this.#keep(user_id, { ...account, left: account.left - 1 })
    else if (account.earned_nano >= nano) this.#keep(user_id, { ...account, earned_nano: account.earned_nano - nano })
    else return false
    return true
  }

  #accountOf(user_id: string): Account {
    const now = this.#clock.monotonic()
    const { left, at, earned_nano } = this.#accounts.get(user_id) ?? { left: FREE, at: now, earned_nano: 0n }
    return { left: Math.min(FREE, left + ((now - at) / HOUR_MS) * FREE), at: now, earned_nano }
  }

  /** Who was not seen for longest is forgotten first. */
  #keep(user_id: string, account: Account): void {
    this.#accounts.delete(user_id)
    this.#accounts.set(user_id, account)
    const [oldest] = this.#accounts.keys()
    if (this.#accounts.size > MOST_USERS && oldest !== undefined) this.#accounts.delete(oldest)
  }
}
