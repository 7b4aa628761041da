import type { AnyErrorCode, ErrorDetail } from '@mkt/schemas'

export interface DomainErrorData {
  details?: ErrorDetail[]
  /** Seconds after which trying again makes sense. */
  retryAfterS?: number
  /** Something was paid for what failed, and would be again: no client is to repeat it by itself. */
  charged?: boolean
  cause?: unknown
}

/** A refusal that the caller may read: a code of the contract and a sentence. Nothing outside http/ knows a status. */
export class DomainError extends Error {
  override name = 'DomainError'
  readonly code: AnyErrorCode
  readonly details: ErrorDetail[] | undefined
  readonly retryAfterS: number | undefined
  readonly charged: boolean

  constructor(code: AnyErrorCode, message: string, data: DomainErrorData = {}) {
    super(message, { cause: data.cause })
    this.code = code
    this.details = data.details
    this.retryAfterS = data.retryAfterS
    this.charged = data.charged ?? false
  }
}

/** A broken invariant: a defect of ours. It rolls back and is answered as internal_error without detail. */
export class InvariantError extends Error {
  override name = 'InvariantError'
}
