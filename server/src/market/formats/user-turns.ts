interface Piece {
  work: () => Promise<void>
  isWaitedFor: () => boolean
  passOver: () => void
}

interface Queue {
  waiting: Piece[]
  /** What the user's work took lately, in ms, as of `at`. */
  spent_ms: number
  at: number
  known: boolean
}

/** What was spent counts half after so long. */
const HALF_MS = 10_000
/** Users who are remembered without work: of others it is as if they had spent nothing. */
const REMEMBERED = 1000

/**
 * One piece of work after the other, each for a user. Next is whoever waits and took the least time lately: a user
 * whose work is slow has its turn while nobody else waits, and delays others by the one piece that runs. Fresh accounts
 * by the hundred delay each other, and those who were here before by no more.
 */
export class UserTurns {
  readonly #monotonic: () => number
  readonly #unknown_ms: number
  readonly #users = new Map<string, Queue>()
  #working = false
  waiting = 0

  /**
   * `monotonic`: ms. `unknown_ms`: what a user counts for whose work nobody knows yet; those whose work is known to be
   * quick go first.
   */
  constructor(monotonic: () => number, unknown_ms = 100) {
    this.#monotonic = monotonic
    this.#unknown_ms = unknown_ms
  }

  /** What may wait of one user where there are so many places: one at least, for whoever has none waiting. */
  shareOf(places: number): number {
    let users = 1
    for (const { waiting } of this.#users.values()) if (waiting.length > 0) users++
    return Math.max(1, Math.floor(places / users))
  }

  /** How much waits of a user; what nobody waits for any more gives up its place first. */
  waitingOf(user: string): number {
    this.passOver(user, ({ isWaitedFor }) => !isWaitedFor())
    return this.#users.get(user)?.waiting.length ?? 0
  }

  /** What a user's work took lately, in ms; undefined where nobody knows yet. */
  spentBy(user: string): number | undefined {
    const queue = this.#users.get(user)
    return queue?.known ? spentOf(queue, this.#monotonic()) : undefined
  }

  /** A user who was never here begins with what their work took elsewhere, where that is known. */
  introduce(user: string, spent_ms: number | undefined): void {
    if (spent_ms === undefined || this.#users.has(user)) return
    Object.assign(this.#queueOf(user), { spent_ms, known: true })
  }

  /** Resolves with what the work does once its turn has come; undefined where nobody waits for it by then. */
  run<T>(user: string, work: () => Promise<T>, isWaitedFor = () => true): Promise<T | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
    const queue = this.#queueOf(user)
    const timed = () => this.#timed(queue, work).then(resolve, reject)
    queue.waiting.push({ work: timed, isWaitedFor, passOver: () => resolve(undefined) })
    this.waiting++
    void this.#go()
    return promise
  }

  /** Nothing of what waits of a user is done, or not those pieces; what runs goes on. */
  passOver(user: string, which: (piece: Piece) => boolean = () => true): void {
    const queue = this.#users.get(user)
    const pieces = queue?.waiting.filter(which) ?? []
    if (queue && pieces.length > 0) queue.waiting = queue.waiting.filter((piece) => !pieces.includes(piece))
    this.waiting -= pieces.length
    for (const { passOver } of pieces) passOver()
  }

  async #go(): Promise<void> {
    if (this.#working) return
    this.#working = true
    for (let next = this.#next(); next; next = this.#next()) {
      const { work, isWaitedFor, passOver } = next.waiting.shift() as Piece
      this.waiting--
      // It takes no time, and nothing is known of the user by it.
      if (isWaitedFor()) await work()
      else passOver()
    }
    this.#working = false
  }

  async #timed<T>(queue: Queue, work: () => Promise<T>): Promise<T> {
    const began = this.#monotonic()
    try {
      return await work()
    } finally {
      const now = this.#monotonic()
      queue.spent_ms = (queue.known ? spentOf(queue, now) : 0) + now - began
      queue.at = now
      queue.known = true
    }
  }

  #queueOf(user: string): Queue {
    const known = this.#users.get(user)
    if (known) return known
    if (this.#users.size >= REMEMBERED) this.#forget()
    const fresh = { waiting: [], spent_ms: this.#unknown_ms, at: this.#monotonic(), known: false }
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
