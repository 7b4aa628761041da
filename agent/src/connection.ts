import { ApiError, type Client, createClient, UnreachableError } from '@mkt/schemas/client'
import { backoffMs } from '@mkt/schemas/process/backoff'
import { type Effects, pause } from './effects.ts'
import type { Log } from './log.ts'
import { ChannelEnded } from './transport/channel.ts'
import { callsOf, type HostCalls } from './transport/host-calls.ts'
import { SHUT_OUT_ADVICE } from './words/advice.ts'
import { connectionWords } from './words/connection.ts'
import { duration } from './words/quantity.ts'

// Longer, and the leases of running jobs (90 s) would be lost to politeness.
const MAX_RETRY_AFTER_S = 60

/** How often a host that an operator shut out asks whether it is let in again, and how much of that is chance. */
const SHUT_OUT_MS = 120_000
const SHUT_OUT_CHANCE_MS = 60_000

/** The server does not know this host's key: nothing that the agent does by itself will change that. */
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
  /** Error answers to hand to the caller instead of trying again. 401 is never tried again. */
  final?: (error: ApiError) => boolean
  /** The call is not one of the host: a 403 refuses it for good instead of shutting the host out for a while. */
  forbiddenIsFinal?: boolean
}

/** An operator disabled the host: since when (monotonic ms), and what wakes all who wait for its end. */
interface ShutOut {
  since_ms: number
  over: AbortController
}

/**
 * The agent's way to the server. The server being away, or answering that it is not well, is waited out for as long
 * as it takes and said once in the log when it begins and once when it is over, however many calls are waiting. So is
 * the time for which an operator disables the host: the key is known (a 401 would say otherwise), and nothing is taken.
 */
export class Connection {
  readonly client: Client
  /** The host's calls, by whichever way there is now. */
  host: HostCalls
  readonly #requests: HostCalls
  readonly #options: ConnectionOptions
  #authorization: string | undefined
  #awaySince: number | undefined
  #shutOut: ShutOut | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.client = createClient({
      baseUrl: options.server,
      authorization: () => this.#authorization,
      fetch: (url, init) => options.effects.fetch(url, init),
    })
    this.#requests = callsOf(this.client)
    this.host = this.#requests
  }

  get server(): string {
    return this.#options.server
  }

  /** The Authorization header of all calls. */
  get authorization(): string | undefined {
    return this.#authorization
  }

  /** The way that the host's calls go from now on; undefined: a request each. */
  use(way: HostCalls | undefined): void {
    this.host = way ?? this.#requests
  }

  /** Whether each call is a request of its own, which costs more than what it carries. */
  get byRequests(): boolean {
    return this.host === this.#requests
  }

  /** The server does not answer, or not well. */
  get away(): boolean {
    return this.#awaySince !== undefined
  }

  /** An operator has disabled the host. */
  get shutOut(): boolean {
    return this.#shutOut !== undefined
  }

  /** The bearer token of all further calls. */
  authorize(token: string | undefined): void {
    this.#authorization = token === undefined ? undefined : `Bearer ${token}`
  }

  /**
   * Repeats a call until it is answered. Throws RefusedError for 401, the ApiError for what `final` names, and the
   * signal's reason once that is aborted.
   */
  async persist<T>(attempt: () => Promise<T>, options: PersistOptions): Promise<T> {
    const { signal } = options
    for (let failures = 0; ; failures++) {
      signal.throwIfAborted()
      const shutOut = this.#shutOut
      try {
        const answer = await attempt()
        this.#back()
        // An answer to what was asked before says nothing of now.
        if (shutOut) this.#letIn(shutOut)
        return answer
      } catch (error) {
        signal.throwIfAborted()
        // There is another way, and nothing to wait for.
        if (error instanceof ChannelEnded && this.byRequests) continue
        await this.#outlive(error, failures, options)
      }
    }
  }

  /** Waits until another attempt is due; throws where none is. */
  async #outlive(error: unknown, failures: number, { signal, final, forbiddenIsFinal }: PersistOptions): Promise<void> {
    if (!(error instanceof ApiError || error instanceof UnreachableError)) throw error
    if (error instanceof ApiError) {
      const { code, message } = error
      const refused = code === 'unauthorized' || (code === 'forbidden' && forbiddenIsFinal)
      if (refused) throw new RefusedError(message, { cause: error })
      if (code === 'forbidden') return await this.#waitOutside(message, signal)
      if (final?.(error)) throw error
    }
    // One failure alone is often a kept-alive connection that the server has just closed.
    if (failures > 0 || error instanceof ApiError) this.#away(error)
    await pause(this.#options.effects, this.#delay(error, failures), signal)
  }

  /** Said once, however many calls are refused; the first that gets through wakes the others. */
  async #waitOutside(message: string, signal: AbortSignal): Promise<void> {
    const { effects, log, server } = this.#options
    this.#back()
    if (!this.#shutOut) {
      this.#shutOut = { since_ms: effects.monotonic(), over: new AbortController() }
      log.warn(connectionWords.shutOut(server, message, SHUT_OUT_ADVICE))
    }
    const wait_ms = SHUT_OUT_MS + SHUT_OUT_CHANCE_MS * effects.random()
    await pause(effects, wait_ms, AbortSignal.any([signal, this.#shutOut.over.signal]))
  }

  #letIn(shutOut: ShutOut): void {
    if (this.#shutOut !== shutOut) return
    this.#shutOut = undefined
    const { effects, log } = this.#options
    log.info(connectionWords.letIn(duration(effects.monotonic() - shutOut.since_ms)))
    shutOut.over.abort()
  }

  #delay(error: ApiError | UnreachableError, failures: number): number {
    const asked = error instanceof ApiError ? Math.min(error.retryAfterS ?? 0, MAX_RETRY_AFTER_S) * 1000 : 0
    return asked + backoffMs(failures, this.#options.effects.random)
  }

  #away(error: ApiError | UnreachableError): void {
    if (this.#awaySince !== undefined) return
    this.#awaySince = this.#options.effects.monotonic()
    const what =
      error instanceof ApiError ? connectionWords.answers(error.status, error.code, error.message) : error.message
    this.#options.log.warn(connectionWords.askedAgain(what))
  }

  #back(): void {
    if (this.#awaySince === undefined) return
    const away_ms = this.#options.effects.monotonic() - this.#awaySince
    this.#awaySince = undefined
    this.#options.log.info(connectionWords.back(duration(away_ms)))
  }
}
