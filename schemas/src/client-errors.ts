import { z } from 'zod'
import type { Answer } from './client-answer.ts'
import { connectionFault, wantsHttps } from './connection-fault.ts'
import { type AnyErrorCode, type DocumentsErrorCode, documentsError, type ErrorDetail, errorBody } from './error.ts'

/** Whose form an answer has: one of our two services, or a stranger's, such as a proxy or another kind of server. */
export type Answerer = 'market' | 'documents' | 'stranger'

/** An error answer of the server: its status, code, sentence, and for invalid_request where the faults are. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: AnyErrorCode
  readonly details: ErrorDetail[]
  /** Seconds from the Retry-After header. */
  readonly retryAfterS: number | undefined
  readonly answerer: Answerer

  constructor(status: number, code: AnyErrorCode, message: string, more: ApiErrorMore = {}) {
    super(message)
    const { details = [], retryAfterS, answerer = 'market' } = more
    this.status = status
    this.code = code
    this.details = details
    this.retryAfterS = retryAfterS
    this.answerer = answerer
  }
}

interface ApiErrorMore {
  details?: ErrorDetail[]
  retryAfterS?: number | undefined
  /** Default `market`. */
  answerer?: Answerer
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
  /** Something is there, and the address has to be written in another way. */
  readonly addressAtFault: boolean
  /** The time was up. */
  readonly late: boolean

  constructor(baseUrl: string, cause: unknown) {
    const { sentence, addressAtFault, late } = connectionFault(baseUrl, cause)
    super(`cannot reach ${baseUrl}: ${sentence}`, { cause })
    this.addressAtFault = addressAtFault
    this.late = late
  }
}

/** The error of an answer that is not a success, also when a proxy wrote it and the body is not ours. */
export function apiErrorFrom(baseUrl: string, response: Answer, text: string): ApiError {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterS = Number.isFinite(retryAfter) ? retryAfter : undefined
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {}
  const parsed = errorBody.safeParse(body)
  if (parsed.success) {
    const { error, message, details } = parsed.data
    return new ApiError(response.status, error, message, { details: details ?? [], retryAfterS })
  }
  // The documents service has no sentences.
  const bare = documentsError.strict().safeParse(body)
  if (bare.success) {
    const { error, details } = bare.data
    const more = { details: details ?? [], retryAfterS, answerer: 'documents' as const }
    return new ApiError(response.status, error, SENTENCES[error], more)
  }
  // A code of a later version of the contract: its sentence still tells a person what happened.
  const later = errorBody.extend({ error: z.string() }).safeParse(body)
  if (later.success) {
    return new ApiError(response.status, 'internal_error', later.data.message, { retryAfterS })
  }
  return new ApiError(response.status, 'internal_error', strangeAnswer(baseUrl, response.status, text), {
    retryAfterS,
    answerer: 'stranger',
  })
}

function strangeAnswer(baseUrl: string, status: number, text: string): string {
  const https = wantsHttps(baseUrl, status, text)
  return https ? `cannot use ${baseUrl}: ${https}` : `the server answered ${status} in a way that is none of ours`
}

const SENTENCES: Record<DocumentsErrorCode, string> = {
  invalid_file_format: 'This is neither a PDF nor a JPEG, PNG or TIFF picture, or a parameter is not valid.',
  unauthorized: 'A key of the documents service is needed.',
  not_found: 'You have no such document.',
  method_not_allowed: 'This is not possible here.',
  payload_too_large: 'The file is larger than 50 MB.',
  unprocessable_document: 'The document cannot be read: it is broken, or is too much work.',
  password_required: 'The document is protected by a password: send it along.',
  password_wrong: 'The password does not open the document.',
  rate_limited: 'The service is busy; try again in a moment.',
  internal_error: 'Something went wrong on the side of the server.',
}
