import { ApiError, type Client, createClient, UnreachableError } from '@mkt/schemas/client'
import { backoffMs } from './backoff.ts'
import { type Effects, pause } from './effects.ts'
import type { Log } from './log.ts'

// Longer, and the leases of running jobs (90 s) would be lost to politeness.
const MAX_RETRY_AFTER_S = 60

/** The server refuses this host's key: nothing that the agent does by itself will change that. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

export interface ConnectionOptions {
  server: string
  effects: Effects
  log: Log
}

export interface PersistOptions {
  signal: AbortSignal
  /** Error answers to hand to the caller instead of trying again. 401 and 403 are never tried again. */
  final?: (error: ApiError) => boolean
}

/**
 * The agent's way to the server. The server being away, or answering that it is not well, is waited out for as long
 * as it takes and said once in the log when it begins and once when it is over, however many calls are waiting.
 */
export class Connection {
  readonly client: Client
  readonly #options: ConnectionOptions
  #authorization: string | undefined
  #awaySince: number | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.client = createClient({
      baseUrl: options.server,
      authorization: () => this.#authorization,
      fetch: (url, init) => options.effects.fetch(url, init),
    })
  }

  /** The server does not answer, or not well. */
  get away(): boolean {
    return this.#awaySince !== undefined
  }

  /** The bearer token of all further calls. */
  authorize(token: string | undefined): void {
    this.#authorization = token === undefined ? undefined : `Bearer ${token}`
  }

  /**
   * Repeats a call until it is answered. Throws RefusedError for 401 and 403, the ApiError for what `final` names,
   * and the signal's reason once that is aborted.
   */
  async persist<T>(attempt: () => Promise<T>, { signal, final }: PersistOptions): Promise<T> {
    for (let failures = 0; ; failures++) {
      signal.throwIfAborted()
      try {
        const answer = await attempt()
        this.#back()
        return answer
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ApiError || error instanceof UnreachableError)) throw error
        if (error instanceof ApiError && (error.code === 'unauthorized' || error.code === 'forbidden')) {
          throw new RefusedError(error.message, { cause: error })
        }
        if (error instanceof ApiError && final?.(error)) throw error
        // One failure alone is often a kept-alive connection that the server has just closed.
        if (failures > 0 || error instanceof ApiError) this.#away(error)
        await pause(this.#options.effects, this.#delay(error, failures), signal)
      }
    }
  }

  #delay(error: ApiError | UnreachableError, failures: number): number {
    const asked = error instanceof ApiError ? Math.min(error.retryAfterS ?? 0, MAX_RETRY_AFTER_S) * 1000 : 0
    return asked + backoffMs(failures, this.#options.effects.random)
  }

  #away(error: ApiError | UnreachableError): void {
    if (this.#awaySince !== undefined) return
    this.#awaySince = this.#options.effects.monotonic()
    const what =
      error instanceof ApiError ? `the server answers ${error.status} ${error.code}: ${error.message}` : error.message
    this.#options.log.warn(`${what}; trying again until it works`)
  }

  #back(): void {
    if (this.#awaySince === undefined) return
    const seconds = Math.round((this.#options.effects.monotonic() - this.#awaySince) / 1000)
    this.#awaySince = undefined
    this.#options.log.info(`the server is back after ${seconds} s`)
  }
}
