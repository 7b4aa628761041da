/** A fixed number of things that are lent one by one; who finds none waits in line. */
export class Seats<Seat> {
  readonly #free: Seat[]
  readonly #line: ((seat: Seat) => void)[] = []
  #idle = Promise.withResolvers<void>()
  readonly total: number

  constructor(seats: readonly Seat[]) {
    this.#free = [...seats]
    this.total = seats.length
  }

  get busy(): number {
    return this.total - this.#free.length
  }

  get waiting(): number {
    return this.#line.length
  }

  /**
   * Of those that are free the one that fits best, of equal ones the longest unused. Rejects with the signal's reason
   * when it fires before one is.
   */
  async take(signal: AbortSignal, fit?: (seat: Seat) => number): Promise<Seat> {
    signal.throwIfAborted()
    const seat = this.#pick(fit)
    if (seat !== undefined) return seat
    const { promise, resolve, reject } = Promise.withResolvers<Seat>()
    const sit = (seat: Seat) => {
      signal.removeEventListener('abort', leave)
      resolve(seat)
    }
    const leave = () => {
      this.#line.splice(this.#line.indexOf(sit), 1)
      reject(signal.reason)
    }
    this.#line.push(sit)
    signal.addEventListener('abort', leave, { once: true })
    return promise
  }

  #pick(fit: ((seat: Seat) => number) | undefined): Seat | undefined {
    if (!fit) return this.#free.pop()
    const fits = this.#free.map(fit)
    const [best] = this.#free.splice(fits.indexOf(Math.max(...fits)), 1)
    return best
  }

  give(seat: Seat): void {
    const next = this.#line.shift()
    if (next) next(seat)
    else this.#free.push(seat)
    if (this.busy === 0) this.#idle.resolve()
  }

  /** Resolves when all are given back. */
  async settled(): Promise<void> {
    this.#idle = Promise.withResolvers()
    if (this.busy > 0) await this.#idle.promise
  }
}
