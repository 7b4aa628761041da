import type { JobOffer } from '@mkt/schemas'
import type { AbortScope } from './abort-scope.ts'
import { EngineError } from './backends/engine-error.ts'
import type { Effects } from './effects.ts'
import { marketsDeadline, silentEngine } from './words/engine-faults.ts'

/** What the way to the server may take: an engine that is too slow is told of before the server gives the job up. */
const TELLING_MS = 5000

export interface WatchdogOptions {
  effects: Effects
  first_token_timeout_ms: number
  idle_timeout_ms: number
}

/**
 * Aborts a run whose engine gives no first token, or stops giving more, by this machine's settings; and one that the
 * server is about to take away, by the deadlines of the job. Signs of life without text count for the first alone, but
 * on a server that goes by them too.
 */
export class Watchdog {
  readonly #scope: AbortScope
  readonly #options: WatchdogOptions
  readonly #begun_ms: number
  readonly #deadlines: JobOffer['deadlines']
  #pieces = 0
  #sign_ms: number
  #piece_ms: number
  #cancel: () => void

  constructor(options: WatchdogOptions, scope: AbortScope, { deadlines }: Pick<JobOffer, 'deadlines'> = {}) {
    this.#options = options
    this.#scope = scope
    this.#deadlines = deadlines
    this.#begun_ms = this.#sign_ms = this.#piece_ms = options.effects.monotonic()
    this.#cancel = this.#arm()
  }

  /** The engine gave a sign of life; there is text of so many pieces now. */
  sign(pieces: number): void {
    const began = this.#pieces === 0 && pieces > 0
    this.#sign_ms = this.#options.effects.monotonic()
    if (pieces > this.#pieces) this.#piece_ms = this.#sign_ms
    this.#pieces = pieces
    if (!began) return
    this.#cancel()
    this.#cancel = this.#arm()
  }

  stop(): void {
    this.#cancel()
  }

  get #limit_ms(): number {
    return this.#pieces > 0 ? this.#options.idle_timeout_ms : this.#options.first_token_timeout_ms
  }

  /** When the server's patience is over, less what telling it takes; for ever where it has not said. */
  get #taken_ms(): number {
    if (!this.#deadlines) return Number.POSITIVE_INFINITY
    const { first_piece_seconds, next_piece_seconds, end_seconds, working_counts } = this.#deadlines
    const piece_s = this.#pieces > 0 ? next_piece_seconds : first_piece_seconds
    const since_ms = working_counts ? this.#sign_ms : this.#piece_ms
    return Math.min(since_ms + piece_s * 1000, this.#begun_ms + end_seconds * 1000) - TELLING_MS
  }

  get #due_ms(): number {
    return Math.min(this.#sign_ms + this.#limit_ms, this.#taken_ms)
  }

  /** One timer outlives many signs: it looks when the last one was, and waits for the rest. */
  #arm(): () => void {
    const { effects } = this.#options
    return effects.timer(Math.max(0, this.#due_ms - effects.monotonic()), () => {
      if (effects.monotonic() < this.#due_ms) this.#cancel = this.#arm()
      else this.#bite()
    })
  }

  #bite(): void {
    const own = this.#sign_ms + this.#limit_ms <= this.#taken_ms
    const what = own
      ? silentEngine(this.#pieces, this.#limit_ms)
      : marketsDeadline(this.#pieces, this.#options.effects.monotonic() - this.#begun_ms)
    this.#scope.cut(new EngineError('engine_timeout', what))
  }
}
