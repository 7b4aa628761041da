import { ApiError } from '@mkt/schemas/client'

/**
 * Submissions against a small balance. The reserve of a job comes back when it ends, so "not enough credits" is final
 * only when no other job of this batch is on its way: until then it means to wait for the next end.
 */
export class Funds {
  #open = 0
  #ends = 0
  #waiting: (() => void)[] = []

  /** Counts a job that holds a reserve, or may soon. */
  enter(): void {
    this.#open += 1
  }

  leave(): void {
    this.#open -= 1
    this.#ends += 1
    for (const wake of this.#waiting.splice(0)) wake()
  }

  /** The answer to a submission, of which `enter` was said; throws ApiError 402 when the money is really gone. */
  async insist<T>(submit: () => Promise<T>): Promise<T> {
    for (;;) {
      const ends = this.#ends
      try {
        return await submit()
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 402)) throw error
        // A job that ended while the answer was on its way may have brought enough back.
        if (this.#ends === ends && !(await this.#nextEnd())) throw error
      }
    }
  }

  /** False where nothing is on its way. The caller's own job holds no reserve while it waits. */
  async #nextEnd(): Promise<boolean> {
    this.#open -= 1
    try {
      if (this.#open === 0) return false
      await new Promise<void>((wake) => this.#waiting.push(wake))
      return true
    } finally {
      this.#open += 1
    }
  }
}
