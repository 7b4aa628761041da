import type { AnthropicErrorBody } from '@mkt/schemas'
import type { DomainError } from '../base/errors.ts'
import { STATUS } from './error-body.ts'

const TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
}

const THREAD = 'body.thread'
/** By this its clients know that they can go on without. */
const NO_THREADS = { error_code: 'thread_unsupported_request', unsupported: ['thread'] }

/** A refusal as Anthropic words it; of several faults the first. */
export function anthropicErrorBody(error: DomainError): AnthropicErrorBody {
  const { details = [] } = error
  const detail = details.find(({ path }) => path === THREAD) ?? details[0]
  const message = detail ? `${detail.path.replace(/^body\./, '')} ${detail.message}` : error.message
  const status = STATUS[error.code]
  const type = TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  return { type: 'error', error: { type, message, ...(detail?.path === THREAD ? { details: NO_THREADS } : {}) } }
}
