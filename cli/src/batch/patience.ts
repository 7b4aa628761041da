import { Retry, type RetryOptions } from '../retry.ts'

export interface PatienceOptions extends Pick<RetryOptions, 'monotonic' | 'random' | 'signal'> {
  /** How long one call may go on failing before it is given up. */
  limit_ms: number
  /** Told what is waited for, and undefined when it is over. */
  tell: (trouble: string | undefined) => void
}

/** Hundreds of calls may wait at once, for hours. */
const MOST_MS = 15_000

/** The patience of a batch: each call is tried again by itself, and the trouble is over when it is for all of them. */
export class Patience {
  readonly #options: PatienceOptions
  #troubled = 0

  constructor(options: PatienceOptions) {
    this.#options = options
  }

  /** The answer to `call`, made again and again. Throws what does not pass, and a Failure when the time is up. */
  async insist<T>(call: () => Promise<T>): Promise<T> {
    const { tell, ...options } = this.#options
    let troubled = false
    const failed = (error: Error) => {
      if (!troubled) this.#troubled += 1
      troubled = true
      tell(error.message)
    }
    try {
      return await new Retry({ ...options, most_ms: MOST_MS, flag: '--patience', failed }).insist(call)
    } finally {
      if (troubled && --this.#troubled === 0) tell(undefined)
    }
  }
}
