import { ApiError, UnreachableError } from '@mkt/schemas/client'
import { backoffMs } from '@mkt/schemas/process/backoff'
import { explain } from './explain.ts'
import { Failure } from './failure.ts'
import { pause } from './interrupt.ts'
import { jobWords } from './words/jobs.ts'

export interface RetryOptions {
  /** How long failures in a row are put up with. */
  limit_ms?: number
  /** How many of them are. */
  limit_breaks?: number
  /** The longest wait of our own between two tries; default 5 s. */
  most_ms?: number
  /** What a Failure at the end of `limit_ms` says of it: the flag that sets it, say. */
  flag?: string
  /** Milliseconds that never go back. */
  monotonic: () => number
  /** Chance, 0..1. */
  random: () => number
  signal: AbortSignal
  /** Whether a later try may go better; by default `mayPass`. */
  passes?: (error: unknown) => boolean
  /** Hears of the trouble after each failure, with how long it lasts so far and will until the next try. */
  failed?: (error: Error, ms: number) => void
  /** Hears that the trouble is over. */
  over?: () => void
}

const FIRST_MS = 100
const MOST_MS = 5000

/**
 * The one rule of what is tried again, when and how long. After each failure the longest wait doubles from 0.1 s,
 * and how much of it is waited is chance; what the server asks for with Retry-After is waited out before. One success, and the next failure counts as the first again.
 */
export class Retry {
  readonly #options: RetryOptions
  #tries = 0
  #since: number | undefined

  constructor(options: RetryOptions) {
    this.#options = options
  }

  /** Waits for the next try. Throws the error where a later try will not go better, or the limit is reached. */
  async failed(error: unknown): Promise<void> {
    const {
      limit_ms = Number.POSITIVE_INFINITY,
      limit_breaks,
      most_ms = MOST_MS,
      monotonic,
      random,
      signal,
      passes = mayPass,
    } = this.#options
    if (!(error instanceof Error) || !passes(error)) throw error
    this.#tries += 1
    this.#since ??= monotonic()
    const left_ms = this.#since + limit_ms - monotonic()
    if (limit_breaks !== undefined && this.#tries > limit_breaks) throw error
    if (left_ms <= 0) throw this.#gaveUp(error)
    const own_ms = backoffMs(this.#tries - 1, random, { firstMs: FIRST_MS, capMs: most_ms })
    const wait_ms = Math.min(left_ms, askedFor(error) + own_ms)
    this.#options.failed?.(error, monotonic() - this.#since + wait_ms)
    await pause(wait_ms, signal)
  }

  succeeded(): void {
    if (this.#since !== undefined) this.#options.over?.()
    this.#since = undefined
    this.#tries = 0
  }

  /** The answer to `call`, made again and again. */
  async insist<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const answer = await call()
        this.succeeded()
        return answer
      } catch (error) {
        await this.failed(error)
      }
    }
  }

  #gaveUp(error: Error): Error {
    const { limit_ms = 0, flag } = this.#options
    if (flag === undefined) return error
    const { kind, message, hints } = explain(error)
    return new Failure(kind, message, [jobWords.wentOn(limit_ms / 1000, flag), ...hints])
  }
}

/**
 * Whether a later try may go better. An error that is not in the contract's form was written by something between
 * the server and us, such as a proxy whose server is away.
 */
export function mayPass(error: unknown): boolean {
  if (error instanceof UnreachableError) return true
  if (!(error instanceof ApiError)) return false
  if (error.code === 'internal_error' || error.status === 429 || error.status >= 500) return true
  // The first request with this key is still being handled.
  return error.code === 'conflict' && error.retryAfterS !== undefined
}

function askedFor(error: Error): number {
  return error instanceof ApiError ? (error.retryAfterS ?? 0) * 1000 : 0
}
