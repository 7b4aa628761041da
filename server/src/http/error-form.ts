import { type AnyErrorCode, type DocumentsErrorCode, documentsErrorCode } from '@mkt/schemas'
import { DomainError } from '../base/errors.ts'
import { anthropicErrorBody } from './anthropic-error.ts'
import { errorBodyOf, STATUS } from './error-body.ts'
import { openAiErrorBody } from './openai-error.ts'

/** How a service words its errors. */
export interface ErrorForm {
  /** WWW-Authenticate of a 401. */
  challenge: string
  statusOf(code: AnyErrorCode): number
  /** The error by a code of the service's own union. */
  speak(error: DomainError): DomainError
  bodyOf(error: DomainError, path: string): unknown
  /** Whether headers that are too large, and requests that are too slow, have statuses of their own: 431 and 408. */
  wireStatuses: boolean
}

// Clients that speak OpenAI read its error bodies only.
const OPENAI_PREFIX = '/v1/'
const ANTHROPIC_PATH = '/v1/messages'

export const marketErrorForm: ErrorForm = {
  challenge: 'Bearer realm="mkt", Basic realm="mkt", charset="UTF-8"',
  statusOf: (code) => STATUS[code],
  speak: (error) => error,
  bodyOf(error, path) {
    if (path === ANTHROPIC_PATH) return anthropicErrorBody(error)
    return path.startsWith(OPENAI_PREFIX) ? openAiErrorBody(error) : errorBodyOf(error)
  },
  wireStatuses: true,
}

// What the shared parts of http/ and accounts/ throw, in the words of the documents service.
const DOCUMENTS_CODE: Partial<Record<AnyErrorCode, DocumentsErrorCode>> = {
  invalid_request: 'invalid_file_format',
  unsupported_media_type: 'invalid_file_format',
  // A credential of another kind opens nothing here, so it is as good as none.
  forbidden: 'unauthorized',
  no_host_available: 'rate_limited',
}

const KNOWN: ReadonlySet<string> = new Set(documentsErrorCode.options)

export const documentsErrorForm: ErrorForm = {
  challenge: 'Bearer realm="mkt"',
  // Here it is the document's password that is missing, not the user's own for something grave.
  statusOf: (code) => (code === 'password_required' ? 422 : STATUS[code]),
  speak(error) {
    if (KNOWN.has(error.code)) return error
    const { message: text, retryAfterS, details } = error
    const code = DOCUMENTS_CODE[error.code] ?? 'internal_error'
    return new DomainError(code, text, {
      cause: error,
      ...(retryAfterS === undefined ? {} : { retryAfterS }),
      ...(details ? { details } : {}),
    })
  },
  bodyOf: ({ code, details }) => (details ? { error: code, details } : { error: code }),
  wireStatuses: false,
}
