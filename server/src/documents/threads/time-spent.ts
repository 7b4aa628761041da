/** What was spent counts half after so long. */
const HALF_MS = 60_000
/** What a user counts for of whom nothing is known yet, as long as an ordinary document takes. */
const UNKNOWN_MS = 2000
/** Users who are remembered; whoever was here longest ago is forgotten first. */
const REMEMBERED = 10_000

/** How long readers worked for each user lately. */
export class TimeSpent {
  readonly #monotonic: () => number
  readonly #users = new Map<string, { ms: number; at: number }>()

  /** `monotonic`: ms. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  of(userId: string): number {
    const known = this.#users.get(userId)
    return known ? known.ms * 0.5 ** ((this.#monotonic() - known.at) / HALF_MS) : UNKNOWN_MS
  }

  /** Work for a user begins; what it returns says that it is over. */
  begin(userId: string): () => void {
    const began = this.#monotonic()
    return () => {
      const now = this.#monotonic()
      const ms = (this.#users.has(userId) ? this.of(userId) : 0) + now - began
      this.#users.delete(userId)
      this.#users.set(userId, { ms, at: now })
      const [oldest] = this.#users.keys()
      if (this.#users.size > REMEMBERED && oldest !== undefined) this.#users.delete(oldest)
    }
  }
}
