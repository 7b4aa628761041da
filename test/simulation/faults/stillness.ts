const IDLE_TURNS = 2

/**
 * Knows when all that was set off has come to rest, so that time may go on. Nothing in a simulated world leaves the
 * event loop: promises, streams and the database's writer need a few turns of it, and stir while they do.
 */
export class Stillness {
  /** Work that is under way across turns. */
  busy = 0
  #stirs = 0
  /** Of that work, what waits for the clock; other work may wait behind it, as transactions do behind one. */
  #waiting = 0

  stir(): void {
    this.#stirs++
  }

  async during<T>(work: Promise<T>): Promise<T> {
    this.busy++
    try {
      return await work
    } finally {
      this.busy--
      this.#stirs++
    }
  }

  /** A part of such work that waits for time to go on. */
  async aside(wait: Promise<void>): Promise<void> {
    this.#waiting++
    try {
      await wait
    } finally {
      this.#waiting--
      this.#stirs++
    }
  }

  async reached(): Promise<void> {
    for (let idle = 0; idle < IDLE_TURNS; ) {
      const before = this.#stirs
      await turn()
      idle = (this.busy === 0 || this.#waiting > 0) && this.#stirs === before ? idle + 1 : 0
    }
  }
}

export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
