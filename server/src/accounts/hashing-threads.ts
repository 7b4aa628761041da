import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { DomainError } from '../base/errors.ts'
import type { Derivation, Derive } from './passwords.ts'

export interface HashingOptions {
  /** On a machine of two cores never more than one, which leaves the other to the event loop. */
  threads: number
  /** Passwords that may wait for a thread; one more is refused. */
  waiting: number
}

// In a clone the sources run, in a package what was built of them; a URL is not rewritten as an import is.
const FROM_SOURCE = import.meta.url.endsWith('.ts')
const THREAD = new URL(FROM_SOURCE ? './hashing-thread.ts' : './hashing-thread.js', import.meta.url)

/** With two threads on two cores submissions beside 300 guesses took 5 x as long as in peace, at the median. */
const FEW_CORES = 2
/** Less than the event loop and the pool that commits wait on get when all want a core. */
const NICENESS = 10
/** A thread takes 40 ms to start, and holds some megabytes for as long as it lives. */
const IDLE_MS = 60_000
/** A full queue is worked off in about so long. */
const RETRY_AFTER_S = 3

/**
 * Threads that hash passwords and do nothing else. On libuv's pool, where node's own argon2 runs, each commit would
 * wait for its disk behind all passwords that anybody sends. A bounded number may wait: who guesses by the thousand
 * takes neither the memory nor the minutes.
 */
export class HashingThreads {
  readonly #threads: Piscina<Derivation, Uint8Array>
  readonly #most: number
  #inHand = 0

  constructor({ threads: wanted, waiting }: HashingOptions) {
    const threads = availableParallelism() > FEW_CORES ? wanted : 1
    this.#most = threads + waiting
    this.#threads = new Piscina({
      filename: THREAD.href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      niceIncrement: NICENESS,
    })
  }

  /** Why one more would be refused now; undefined where it would not. */
  refusal(): DomainError | undefined {
    return this.#inHand < this.#most ? undefined : BUSY
  }

  /** Errors: rate_limited where too many wait. */
  readonly derive: Derive = async (derivation) => {
    const refusal = this.refusal()
    if (refusal) throw refusal
    this.#inHand++
    try {
      return await this.#threads.run(derivation)
    } finally {
      this.#inHand--
    }
  }

  async close(): Promise<void> {
    await this.#threads.destroy()
  }
}

// Made once: it is told by the hundred, and the trace of each would take as long as the rest of the answer.
const BUSY = new DomainError(
  'rate_limited',
  `Too many passwords are being checked at this moment; try again in ${RETRY_AFTER_S} seconds, or use a token, which needs no check of a password.`,
  { retryAfterS: RETRY_AFTER_S },
)
