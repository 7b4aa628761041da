/** Work of one and the same user, one piece after the other; that of different users goes on beside each other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Does the work once what was asked for before is done, whatever came of that. */
  async take<T>(who: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(who)
    const mine = before ? before.then(work, work) : work()
    this.#last.set(who, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(who) === mine) this.#last.delete(who)
    }
  }

  /** Users with work that is not done. */
  get size(): number {
    return this.#last.size
  }
}
