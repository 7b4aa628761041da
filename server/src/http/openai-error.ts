import type { AnyErrorCode, OpenAiErrorBody } from '@mkt/schemas'
import type { DomainError } from '../base/errors.ts'
import { STATUS } from './error-body.ts'

/** OpenAI's own codes where it has one for the same thing, so that its clients know what to do. */
const CODE: Partial<Record<AnyErrorCode, string>> = {
  unauthorized: 'invalid_api_key',
  insufficient_credits: 'insufficient_quota',
  rate_limited: 'rate_limit_exceeded',
}

/** A refusal as OpenAI words it; `param` is the first member that is wrong. */
export function openAiErrorBody(error: DomainError): OpenAiErrorBody {
  const [detail] = error.details ?? []
  const message = detail ? `${detail.path.replace(/^body\./, '')} ${detail.message}` : error.message
  const param = detail ? detail.path.replace(/^body\./, '') : null
  return { error: { message, type: typeOf(error.code), param, code: CODE[error.code] ?? error.code } }
}

function typeOf(code: AnyErrorCode): string {
  if (code === 'insufficient_credits') return 'insufficient_quota'
  const status = STATUS[code]
  if (status >= 500) return 'server_error'
  if (status === 429) return 'rate_limit_error'
  return status === 401 ? 'authentication_error' : 'invalid_request_error'
}
