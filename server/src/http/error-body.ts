import type { AnyErrorCode, ErrorBody, ErrorCode } from '@mkt/schemas'
import { DomainError } from '../base/errors.ts'

/** The only table from codes to statuses, but for what a code means in one service alone: see error-form.ts. */
export const STATUS: Record<AnyErrorCode, number> = {
  invalid_request: 400,
  context_length_exceeded: 400,
  invalid_file_format: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  forbidden: 403,
  password_required: 403,
  second_factor_required: 403,
  not_found: 404,
  model_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  username_taken: 409,
  email_taken: 409,
  idempotency_conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable_document: 422,
  upgrade_required: 426,
  password_wrong: 422,
  rate_limited: 429,
  too_many_queued: 429,
  internal_error: 500,
  no_host_available: 503,
  payments_unavailable: 503,
}

/** Any error as one that may be answered; undefined for a defect of ours, which is a 500 without detail. */
export function asDomainError(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error
  // What the body parser and the router throw: an Error with the status of a client's fault.
  const { status, httpCode } = error as { status?: unknown; httpCode?: unknown }
  const code = typeof status === 'number' ? status : httpCode
  if (code === 413) return new DomainError('payload_too_large', 'The body is larger than the limit.', { cause: error })
  if (code === 415)
    return new DomainError('unsupported_media_type', 'The body must be application/json in UTF-8.', { cause: error })
  if (typeof code === 'number' && code >= 400 && code < 500) {
    const details = [{ path: 'body', message: jsonFault(error as object) }]
    return new DomainError('invalid_request', 'The request is not valid.', { details, cause: error })
  }
  return undefined
}

/** What is wrong with a body that the parser refused: it is cut off, or no JSON somewhere, or JSON but no object. */
function jsonFault({ body }: { body?: unknown }): string {
  if (typeof body !== 'string') return 'must be a JSON object'
  const said = parseError(body)
  if (said === undefined) return 'must be a JSON object'
  const place = Number(/at position (\d+)/.exec(said)?.[1])
  if (/^Unexpected end|^Unterminated/.test(said) || place >= body.length) {
    return 'is not complete JSON: it ends in the middle'
  }
  return Number.isNaN(place) ? 'is not valid JSON' : `is not valid JSON: it goes wrong at character ${place + 1}`
}

function parseError(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return String((error as Error).message)
  }
}

/** As the market words it; its operations throw the codes of its own union only. */
export function errorBodyOf({ code, message, details }: DomainError): ErrorBody {
  const error = code as ErrorCode
  return details ? { error, message, details } : { error, message }
}

export const INTERNAL = new DomainError('internal_error', 'Something went wrong on our side; try again later.')
