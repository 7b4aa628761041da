import { connectionFault, wantsHttps } from '@mkt/schemas/client'
import { engineAnswered, engineFaults } from '../words/engine-faults.ts'

export type EngineErrorCode =
  | 'engine_unreachable'
  | 'engine_error'
  | 'engine_timeout'
  | 'engine_bad_stream'
  /** The engine finds fault with what is asked. */
  | 'request_refused'
  /** Prompt and answer are more than it holds: its buyer has to ask for less. */
  | 'context_length_exceeded'

/** Why the engine did not finish a job. `retryable`: another attempt, here or on another host, may succeed. */
export class EngineError extends Error {
  override name = 'EngineError'
  readonly code: EngineErrorCode
  readonly retryable: boolean
  /** The engine's HTTP status, where it answered with one. */
  readonly status: number | undefined

  constructor(
    code: EngineErrorCode,
    message: string,
    { retryable = true, status, cause }: { retryable?: boolean; status?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.retryable = retryable
    this.status = status
  }

  /** The buyer's request was refused (too long, not allowed): no sign that the engine is unwell. */
  get requestAtFault(): boolean {
    return refuses(this.status)
  }
}

const refuses = (status: number | undefined) => status === 400 || status === 413 || status === 422

/**
 * An error answer: what the engine says of the request stays. Any other is this machine's own trouble (a key that it
 * lacks, a model that is not loaded, too much to do), and another one may have none.
 */
export function engineStatusError(url: string, status: number, text: string): EngineError {
  const retryable = !refuses(status)
  const { origin } = new URL(url)
  const https = wantsHttps(origin, status, text)
  if (https) return new EngineError('engine_error', engineFaults.unusable(origin, https), { status })
  return new EngineError(codeOf(status, text), engineAnswered(status, messageIn(text)), { retryable, status })
}

/**
 * As llama-server, vLLM, SGLang, TGI and OpenAI itself say it: in words of the context, or of the sum of both that TGI
 * bounds.
 */
const TOO_LONG = /context[ _-]?(length|size|window)|exceed_context_size|`max_new_tokens` must be <=/i

function codeOf(status: number | undefined, said: string): EngineErrorCode {
  if (!refuses(status)) return 'engine_error'
  return TOO_LONG.test(said) ? 'context_length_exceeded' : 'request_refused'
}

/** An error that the engine sent inside its stream: `{"error": "..."}` or OpenAI's `{"error": {"message", "code"}}`. */
export function engineStreamError(error: unknown): EngineError {
  const code = typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : Number.NaN
  const status = code >= 400 && code < 600 ? code : undefined
  const retryable = !refuses(status)
  const said = messageIn(JSON.stringify({ error }))
  const told = said === undefined ? engineFaults.failed : engineFaults.failedWith(said)
  return new EngineError(codeOf(status, said ?? ''), told, { retryable, status })
}

/** The engine could not be asked at all. */
export function engineUnreachable(url: string, cause: unknown): EngineError {
  const { origin } = new URL(url)
  const { sentence } = connectionFault(origin, cause)
  return new EngineError('engine_unreachable', engineFaults.unreachable(origin, sentence), { cause })
}

/** The innermost message of an error, where fetch hides it in `cause`. */
export function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (cause instanceof AggregateError && cause.errors.length > 0) return reason(cause.errors[0])
  return cause.cause instanceof Error ? reason(cause.cause) : cause.message
}

/** What an error body says, as the many engines put it. */
function messageIn(text: string): string | undefined {
  try {
    const body = JSON.parse(text)
    const said = body.error?.message ?? body.error ?? body.detail ?? body.message
    if (said !== undefined) return (typeof said === 'string' ? said : JSON.stringify(said)).slice(0, 300)
  } catch {}
  return text.trim().slice(0, 300) || undefined
}
