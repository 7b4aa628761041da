import { DomainError } from '../../base/errors.ts'
import { TOO_LONG } from '../attempts/too-long.ts'
import type { JobRow } from '../jobs/store.ts'

/**
 * A failed job as an error of the request. Trying again may find another host, which clients do by themselves: not
 * where something was charged, since it would be again,
 * for an answer that nobody receives either.
 */
export function failureOf(
  { error: code, error_message }: Pick<JobRow, 'error' | 'error_message'>,
  charged_nano: bigint,
): DomainError {
  if (code === TOO_LONG) return tooLong(error_message)
  if (code === 'cancelled') return new DomainError('conflict', 'The job of this request was cancelled.')
  const failed = `No host completed this request (${code ?? 'unknown'}); `
  if (charged_nano === 0n)
    return new DomainError('no_host_available', `${failed}nothing was charged. Try again.`, { retryAfterS: 1 })
  const charged = 'what was delivered of it is charged, and GET /jobs says it; to try again costs again.'
  return new DomainError('no_host_available', failed + charged, { charged: true })
}

/** No other attempt would end otherwise: it says so as OpenAI does, whose clients know then to send less. */
function tooLong(said: string | null): DomainError {
  const why = said === null ? '' : ` (${said})`
  const message = `The prompt and max_tokens are together longer than the context of the model's hosts${why}`
  return new DomainError(TOO_LONG, `${message}; send less, or a smaller max_tokens.`)
}
