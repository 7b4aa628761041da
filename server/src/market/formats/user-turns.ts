interface Queue {
  waiting: (() => Promise<void>)[]
  /** What the user's work took lately, in ms, as of `at`. */
  spent_ms: number
  at: number
  known: boolean
}

/** What was spent counts half after so long. */
const HALF_MS = 10_000
/** What a user counts for whose work nobody knows yet: those whose work is known to be quick go first. */
const UNKNOWN_MS = 100
/** Users who are remembered without work: of others it is as if they had spent nothing. */
const REMEMBERED = 1000

/**
 * One piece of work after the other, each for a user. Next is whoever waits and took the least time lately: a user
 * whose work is slow has its turn while nobody else waits, and delays others by the one piece that runs. Fresh accounts
 * by the hundred delay each other, and those who were here before by no more.
 */
export class UserTurns {
  readonly #monotonic: () => number
  readonly #users = new Map<string, Queue>()
  #working = false
  waiting = 0

  /** `monotonic`: ms. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  /** What may wait of one user where there are so many places: one at least, for whoever has none waiting. */
  shareOf(places: number): number {
    let users = 1
    for (const { waiting } of this.#users.values()) if (waiting.length > 0) users++
    return Math.max(1, Math.floor(places / users))
  }

  waitingOf(user: string): number {
    return this.#users.get(user)?.waiting.length ?? 0
  }

  /** Resolves with what the work does once its turn has come. */
  run<T>(user: string, work: () => Promise<T>): Promise<T> {
    this.waiting++
    return new Promise((resolve, reject) => {
      this.#queueOf(user).waiting.push(() => work().then(resolve, reject))
      void this.#go()
    })
  }

  async #go(): Promise<void> {
    if (this.#working) return
    this.#working = true
    for (let next = this.#next(); next; next = this.#next()) {
      const work = next.waiting.shift() as () => Promise<void>
      this.waiting--
      const began = this.#monotonic()
      await work()
      const now = this.#monotonic()
      next.spent_ms = (next.known ? spentOf(next, now) : 0) + now - began
      next.at = now
      next.known = true
    }
    this.#working = false
  }

  #queueOf(user: string): Queue {
    const known = this.#users.get(user)
    if (known) return known
    if (this.#users.size >= REMEMBERED) this.#forget()
    const fresh = { waiting: [], spent_ms: UNKNOWN_MS, at: this.#monotonic(), known: false }
    this.#users.set(user, fresh)
    return fresh
  }

  #forget(): void {
    for (const [user, { waiting }] of this.#users) if (waiting.length === 0) this.#users.delete(user)
  }

  /** Of equals whoever came first. */
  #next(): Queue | undefined {
    const now = this.#monotonic()
    let best: Queue | undefined
    for (const queue of this.#users.values()) {
      if (queue.waiting.length === 0) continue
      if (!best || spentOf(queue, now) < spentOf(best, now)) best = queue
    }
    return best
  }
}

const spentOf = ({ spent_ms, at }: Queue, now: number) => spent_ms * 0.5 ** ((now - at) / HALF_MS)
