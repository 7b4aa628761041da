import { ApiError, UnreachableError } from '@mkt/schemas/client'
import { explain } from '../explain.ts'
import { Failure } from '../failure.ts'
import { pause } from '../interrupt.ts'

export interface PatienceOptions {
  /** How long one call may go on failing before it is given up. */
  limit_ms: number
  monotonic: () => number
  /** Told what is waited for, and undefined when it is over. */
  tell: (trouble: string | undefined) => void
  signal: AbortSignal
}

const FIRST_WAIT_MS = 200
const MAX_WAIT_MS = 15_000

/** Waits out what passes by itself: a server or hosts that are away, and limits that ask to come back later. */
export class Patience {
  readonly #options: PatienceOptions
  #troubled = 0

  constructor(options: PatienceOptions) {
    this.#options = options
  }

  /** The answer to `call`, made again and again. Throws what does not pass, and a Failure when the time is up. */
  async insist<T>(call: () => Promise<T>): Promise<T> {
    const { limit_ms, monotonic, tell, signal } = this.#options
    let since: number | undefined
    try {
      for (let tries = 0; ; tries++) {
        try {
          return await call()
        } catch (error) {
          if (!passes(error)) throw error
          if (since === undefined) this.#troubled += 1
          since ??= monotonic()
          const left_ms = since + limit_ms - monotonic()
          if (left_ms <= 0) throw gaveUp(error, limit_ms)
          tell((error as Error).message)
          await pause(Math.min(left_ms, waitOf(error, tries)), signal)
        }
      }
    } finally {
      if (since !== undefined && --this.#troubled === 0) tell(undefined)
    }
  }
}

/**
 * Whether a later try may go better. An error that is not in the contract's form was written by something between
 * the server and us, such as a proxy whose server is away.
 */
function passes(error: unknown): boolean {
  if (error instanceof UnreachableError) return true
  if (!(error instanceof ApiError)) return false
  if (error.code === 'internal_error' || error.status === 429 || error.status >= 500) return true
  // The first request with this key is still being handled.
  return error.code === 'conflict' && error.retryAfterS !== undefined
}

function waitOf(error: unknown, tries: number): number {
  const asked_ms = error instanceof ApiError ? (error.retryAfterS ?? 0) * 1000 : 0
  return Math.max(asked_ms, Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 10), MAX_WAIT_MS))
}

function gaveUp(error: unknown, limit_ms: number): Failure {
  const { kind, message, hints } = explain(error)
  return new Failure(kind, message, [`It went on for ${limit_ms / 1000} s (--patience).`, ...hints])
}
