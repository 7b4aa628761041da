/** Bodies longer than this take a turn of their own: to check a thousand short entries, of 15 kB, takes 2 ms. */
export const LONG_BYTES = 8192

/**
 * Has pieces of work begin one a turn of the event loop, in the order in which they came: between two turns the loop
 * looks at what else has come, so that whoever brings hundreds at a time keeps others waiting for one of them.
 */
export class TurnQueue {
  readonly #waiting: (() => void)[] = []
  #turning = false

  begin(work: () => void): void {
    this.#waiting.push(work)
    if (this.#turning) return
    this.#turning = true
    setImmediate(() => this.#turn())
  }

  /** Resolves when it is the caller's turn. */
  next(): Promise<void> {
    return new Promise((resolve) => this.begin(resolve))
  }

  #turn(): void {
    const work = this.#waiting.shift()
    this.#turning = work !== undefined
    if (!work) return
    // Armed before the work, which may throw.
    setImmediate(() => this.#turn())
    work()
  }
}
