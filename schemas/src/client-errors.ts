import type { Response } from 'undici'
import { type ErrorCode, type ErrorDetail, errorBody } from './error.ts'

/** An error answer of the server: its status, code, sentence, and for invalid_request where the faults are. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  readonly details: ErrorDetail[]
  /** Seconds from the Retry-After header. */
  readonly retryAfterS: number | undefined

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    { details = [], retryAfterS }: { details?: ErrorDetail[]; retryAfterS?: number | undefined } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.retryAfterS = retryAfterS
  }
}

/**
 * Whether the server itself refused for good: it has not acted, and will not under the same Idempotency-Key. Not so
 * where it says to come back later, nor where a proxy answered in its place.
 */
export function isCleanRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.code === 'internal_error' || error.code === 'conflict') return false
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
}

/** No answer: the server is away, the connection broke, or the time was up. Whether it acted is unknown. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'

  constructor(baseUrl: string, cause: unknown) {
    super(`cannot reach ${baseUrl}: ${reasonOf(cause)}`, { cause })
  }
}

/** The error of an answer that is not a success, also when a proxy wrote it and the body is not ours. */
export function apiErrorFrom(response: Response, text: string): ApiError {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterS = Number.isFinite(retryAfter) ? retryAfter : undefined
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {}
  const parsed = errorBody.safeParse(body)
  if (!parsed.success) {
    return new ApiError(response.status, 'internal_error', `the server answered ${response.status}`, { retryAfterS })
  }
  const { error, message, details } = parsed.data
  return new ApiError(response.status, error, message, { details: details ?? [], retryAfterS })
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (cause.name === 'TimeoutError') return 'no answer in time'
  const inner = cause.cause
  return inner instanceof Error && inner.message ? inner.message : cause.message
}
