import type { Clock } from '../../../server/src/base/clock.ts'

/** Thrown into a transaction of a process that was killed in the middle of it. */
export class KilledError extends Error {
  override name = 'KilledError'
}

/** One run of a process, which may be killed: nothing that it began goes on after that. */
export class Life {
  readonly #endings = new Set<() => void>()
  #alive = true

  get alive(): boolean {
    return this.#alive
  }

  end(): void {
    if (!this.#alive) return
    this.#alive = false
    for (const ending of [...this.#endings]) ending()
    this.#endings.clear()
  }

  /** Calls back when this life ends; the answer takes that back. */
  onEnd(ending: () => void): () => void {
    this.#endings.add(ending)
    return () => void this.#endings.delete(ending)
  }

  demand(): void {
    if (!this.#alive) throw new KilledError()
  }

  /** What comes of the promise, while this life lasts; later nothing ever does, and whoever waits for it is frozen. */
  holds<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => this.#alive && resolve(value),
        (error) => this.#alive && reject(error),
      )
    })
  }

  /** The clock as this process sees it: its monotonic time begins with it, and its timers end with it. */
  clockFrom(clock: Clock): Clock {
    const start = clock.monotonic()
    return {
      now: () => clock.now(),
      monotonic: () => clock.monotonic() - start,
      timer: (ms, wake) => (this.#alive ? clock.timer(ms, () => this.#alive && wake()) : () => undefined),
    }
  }
}
