import type { Clock } from './clock.ts'

// At these, what reads 100 rows is read each time and what reads 10,000 twice a second, for a few per cent of a core.
const FRESH_ROWS = 100
const MS_A_ROW = 0.05
const MOST_MS = 1000

/**
 * An answer that costs as much as there are rows and that anyone may ask for: it is read again at most so often that
 * the reading stays cheap, however many ask. Small ones are always read. While a larger one is read again, which may
 * take many turns, the one before is answered. It is never older than `mostMs` (a second) and one reading.
 *
 * However many ask, one reading runs and at most one waits for its end. A small answer has all that was written before
 * it was asked for, and of the first reading nobody knows how large it will be: so whoever comes while one runs waits
 * for the next one, with all others who came meanwhile.
 */
export class Cached<T> {
  readonly #clock: Clock
  readonly #read: () => Promise<{ value: T; rows: number }>
  readonly #mostMs: number
  #last: { value: T; until: number; small: boolean } | undefined
  #running: Promise<T> | undefined
  #waiting: Promise<T> | undefined

  constructor(clock: Clock, read: () => Promise<{ value: T; rows: number }>, mostMs = MOST_MS) {
    this.#clock = clock
    this.#read = read
    this.#mostMs = mostMs
  }

  async get(): Promise<T> {
    const last = this.#last
    if (last && this.#clock.monotonic() < last.until) return last.value
    if (!this.#running) return await this.#begin()
    if (last && !last.small) return last.value
    const next = () => this.#next()
    this.#waiting ??= this.#running.then(next, next)
    return await this.#waiting
  }

  #begin(): Promise<T> {
    const ended = () => {
      this.#running = undefined
    }
    const reading = this.#readAnew()
    this.#running = reading
    // Before whoever waits for its end: nobody comes between the two.
    void reading.then(ended, ended)
    return reading
  }

  /** For all who waited: what was just read if it turned out to be large, else read after all of them had asked. */
  #next(): Promise<T> {
    this.#waiting = undefined
    return this.get()
  }

  async #readAnew(): Promise<T> {
    const { value, rows } = await this.#read()
    const small = rows <= FRESH_ROWS
    const lifetime = small ? 0 : Math.min(this.#mostMs, rows * MS_A_ROW)
    this.#last = { value, until: this.#clock.monotonic() + lifetime, small }
    return value
  }
}
