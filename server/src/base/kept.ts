import type { Clock } from './clock.ts'

// At these, what reads 100 rows is read each time and what reads 10,000 twice a second, for a few per cent of a core.
const FRESH_ROWS = 100
const MS_A_ROW = 0.05
const MOST_MS = 1000

/**
 * An answer that costs as much as there are rows and that anyone may ask for: it is read again at most so often that
 * the reading stays cheap, however many ask. Small ones are always read. It is never older than a second.
 */
export class Kept<T> {
  readonly #clock: Clock
  readonly #read: () => Promise<{ value: T; rows: number }>
  #last: { value: T; until: number } | undefined

  constructor(clock: Clock, read: () => Promise<{ value: T; rows: number }>) {
    this.#clock = clock
    this.#read = read
  }

  async get(): Promise<T> {
    if (this.#last && this.#clock.monotonic() < this.#last.until) return this.#last.value
    const { value, rows } = await this.#read()
    const lifetime = rows <= FRESH_ROWS ? 0 : Math.min(MOST_MS, rows * MS_A_ROW)
    this.#last = { value, until: this.#clock.monotonic() + lifetime }
    return value
  }
}
