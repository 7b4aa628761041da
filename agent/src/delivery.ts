import {
  type FinishReason,
  HANDED_BACK,
  type JobOffer,
  type JobResult,
  type PieceFacts,
  type ResultAnswer,
} from '@mkt/schemas'
import { HeldPieces } from './held-pieces.ts'
import { connectionWords } from './words/connection.ts'

/** How a run ended on this host's side. `usage.completion_tokens` is the engine's own count, where it says one. */
export type End =
  | { finish_reason: FinishReason; usage?: Usage | undefined; stop_sequence?: string | undefined }
  | { error: { code: string; message: string; retryable: boolean } }

export interface Usage {
  prompt_tokens?: number | undefined
  completion_tokens?: number | undefined
  cached_tokens?: number | undefined
  reasoning_tokens?: number | undefined
}

/** How a job ended at the server; `dropped` is one that the server would not even take results of. */
export type Outcome = 'completed' | 'failed' | 'cancelled' | 'lost' | 'dropped'

export interface Limits {
  tokens: number
  bytes: number
}

// An entry beside its pieces: ids, offset and usage; an error's message has up to 500 characters, at worst escaped.
const BYTES_OF_MEMBERS = 400
const BYTES_WITH_ERROR = 3_600

const STOPPING: End = { error: { code: HANDED_BACK, message: connectionWords.stopping, retryable: true } }

/** What of an offer a delivery goes by. */
export type ClaimedJob = Pick<JobOffer, 'job_id' | 'attempt' | 'prefix'> & { model?: string }

/**
 * One claimed job's pieces, from the first, and its end, kept until the server acknowledges the end: a server that
 * restarted may ask for all of them again.
 */
export class Delivery {
  readonly job_id: string
  readonly model: string | undefined
  readonly attempt: number | undefined
  /** Aborted when the server says that the job is over, or never was ours. The reason is the Outcome. */
  readonly signal: AbortSignal
  /** When the job was last named in a call that was answered, monotonic ms. */
  named_ms: number
  /** Not before this moment is anything resent: set where the server makes no progress. */
  held_until_ms = 0
  credits_earned: bigint | undefined
  /** Pieces that earlier attempts wrote of the job's text: ours follow them. */
  readonly #before: number
  readonly #abort = new AbortController()
  readonly #pieces = new HeldPieces()
  #next = 0
  #stalls = 0
  #end: End | undefined
  #works = false

  constructor(job: ClaimedJob, now_ms: number) {
    this.job_id = job.job_id
    this.model = job.model
    this.#before = job.prefix?.tokens ?? 0
    this.attempt = job.attempt
    this.named_ms = now_ms
    this.signal = this.#abort.signal
  }

  get ended(): boolean {
    return this.#end !== undefined
  }

  /** Pieces so far. */
  get length(): number {
    return this.#pieces.length
  }

  /** UTF-8 bytes so far. */
  get bytes(): number {
    return this.#pieces.bytes
  }

  /** Given up unharmed because the agent stops. */
  get handedBack(): boolean {
    return this.#end === STOPPING
  }

  get outcome(): Outcome | undefined {
    return this.#abort.signal.aborted ? (this.#abort.signal.reason as Outcome) : undefined
  }

  /** Is there anything that the server has not acknowledged? */
  get dirty(): boolean {
    return this.#end !== undefined || this.#next < this.#pieces.length
  }

  /** Is its first piece on its way? Someone waits for that one with nothing to read. */
  get first(): boolean {
    return this.#next === 0 && this.#pieces.length > 0
  }

  /** Adds a piece; what comes after the end is ignored. */
  push(text: string, facts?: PieceFacts): void {
    if (this.#end || this.outcome) return
    this.#pieces.add({ text, facts })
  }

  /** The engine works without giving text: the next entry without pieces says so. */
  sign(): void {
    this.#works = true
  }

  /** Ends the job; what comes later is ignored. */
  end(end: End): void {
    this.#end ??= end
  }

  /** The next entry for this job within the limits; the end goes with the last piece. Undefined where not one fits. */
  entry(limits: Limits): { result: JobResult; bytes: number } | undefined {
    const beside = this.#end && 'error' in this.#end ? BYTES_WITH_ERROR : BYTES_OF_MEMBERS
    const packed = this.#pieces.pack(this.#next, { tokens: limits.tokens, bytes: limits.bytes - beside })
    if (!packed) return undefined
    const { bytes, ...pieces } = packed
    const { tokens } = pieces
    const result: JobResult = { job_id: this.job_id, offset: this.#before + this.#next, ...pieces }
    if (this.attempt !== undefined) result.attempt = this.attempt
    if (this.#works && tokens.length === 0) result.working = true
    this.#works = false
    if (this.#end && this.#next + tokens.length === this.#pieces.length) Object.assign(result, endMembers(this.#end))
    return { result, bytes: beside + bytes }
  }

  /** What ends the job in one call: with all that the server has not, where that fits, else handed back without it. */
  lastEntry(limits: Limits): { result: JobResult; bytes: number } {
    const whole = this.#end && this.entry(limits)
    if (whole && (whole.result.error || whole.result.finish_reason)) return whole
    const offset = this.#before + this.#next
    const result: JobResult = { job_id: this.job_id, offset, tokens: [], ...endMembers(STOPPING) }
    if (this.attempt !== undefined) result.attempt = this.attempt
    return { result, bytes: BYTES_OF_MEMBERS }
  }

  /** Takes the server's word on what it has. `sent` is the entry that it answers. */
  acknowledge(sent: JobResult, answer: ResultAnswer | undefined, now_ms: number): void {
    if (answer && answer.state !== 'running') {
      this.credits_earned = answer.credits_earned
      this.settle(answer.state)
      return
    }
    const before = this.#next
    if (answer) {
      this.named_ms = now_ms
      // More than we have can only be another run's pieces: ours would be spliced into them.
      const next = answer.next_offset - this.#before
      if (next > this.#pieces.length) this.settle('lost')
      this.#next = Math.max(0, next)
      // Another host waits to go on with it, and its reader need not wait for our end.
      if (answer.hand_over && this.#pieces.length > 0) this.handBack()
    }
    const said = sent.tokens.length > 0 || sent.finish_reason || sent.error
    this.#stalls = !answer || (said && this.#next <= before) ? this.#stalls + 1 : 0
    // The first answer without progress is a restarted server that asks for the pieces again: it gets them at once.
    this.held_until_ms = this.#stalls > 1 ? now_ms + Math.min(10_000, 100 * 2 ** this.#stalls) : 0
  }

  /** The agent stops before the job's end; an end that is there already stays. */
  handBack(): void {
    this.end(STOPPING)
  }

  /** The job is over at the server. */
  settle(outcome: Outcome): void {
    this.#abort.abort(outcome)
  }

  /** The job's last word, once the server has it or refuses it. */
  settled(): Promise<Outcome> {
    if (this.outcome) return Promise.resolve(this.outcome)
    return new Promise((resolve) => {
      this.signal.addEventListener('abort', () => resolve(this.signal.reason as Outcome), { once: true })
    })
  }
}

function endMembers(end: End): Partial<JobResult> {
  if ('error' in end) return { error: { ...end.error, message: end.error.message.slice(0, 500) } }
  const { finish_reason, usage, stop_sequence } = end
  return { finish_reason, ...(usage ? { usage } : {}), ...(stop_sequence === undefined ? {} : { stop_sequence }) }
}
