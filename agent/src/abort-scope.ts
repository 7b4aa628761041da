/**
 * What holds a run to its job: its signal is aborted when the job is over, or when the run is cut short. Each wait of
 * the run ends with it, so that a backend which is slow to notice an abort does not keep its slot.
 */
export class AbortScope {
  readonly #abort = new AbortController()
  readonly signal: AbortSignal = this.#abort.signal
  readonly #job: AbortSignal
  #reject: ((reason: unknown) => void) | undefined

  constructor(job: AbortSignal) {
    this.#job = job
    if (job.aborted) this.#follow()
    else job.addEventListener('abort', this.#follow)
  }

  /** Aborts the run with this reason. */
  cut(reason: unknown): void {
    this.#abort.abort(reason)
    this.#reject?.(reason)
  }

  /** The promise's outcome, or the reason of an abort before it; one at a time. */
  hold<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => undefined)
    return new Promise((resolve, reject) => {
      if (this.signal.aborted) return reject(this.signal.reason)
      this.#reject = reject
      promise.then(resolve, reject)
    })
  }

  /** The run is over: the job no longer pulls at it. */
  drop(): void {
    this.#job.removeEventListener('abort', this.#follow)
  }

  readonly #follow = () => this.cut(this.#job.reason)
}
