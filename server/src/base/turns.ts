import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work after which others have their turn: reading and checking a megabyte of dense JSON takes some 400 ms. */
const WORK = 32_768
/** What a step takes beside what it works on. */
const STEP = 64

/**
 * Gives others their turn on the event loop again and again within long work. What only waits for SQLite never does:
 * its answers are there when they are asked for, and a promise that is settled gives none.
 */
export class Turns {
  #done = 0

  /** Counts a step of so many characters or bytes; whether it is time for `next` then. */
  isDue(size: number): boolean {
    this.#done += size + STEP
    return this.#done >= WORK
  }

  async next(): Promise<void> {
    this.#done = 0
    await nextTurn()
  }
}
