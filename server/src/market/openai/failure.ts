import { DomainError } from '../../base/errors.ts'
import { REFUSED } from '../attempts/lose.ts'
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
  if (code === REFUSED) return refused(error_message, charged_nano)
  if (code === 'cancelled') return new DomainError('conflict', 'The job of this request was cancelled.')
  const failed = `No host completed this request (${code ?? 'unknown'}); `
  if (charged_nano === 0n)
    return new DomainError('no_host_available', `${failed}nothing was charged. Try again.`, { retryAfterS: 1 })
  const charged = 'what was delivered of it is charged, and GET /jobs says it; to try again costs again.'
  return new DomainError('no_host_available', failed + charged, { charged: true })
}

/** Each that could be asked said so: to send the same again would end the same. */
function refused(said: string | null, charged_nano: bigint): DomainError {
  const cost =
    charged_nano === 0n ? 'Nothing was charged.' : 'What was delivered of it is charged, and GET /jobs says it.'
  const message = `No host's engine takes this request${said === null ? '' : ` (${said})`}. ${cost}`
  return new DomainError('invalid_request', message)
}

/** No other attempt would end otherwise: it says so as OpenAI does, whose clients know then to send less. */
function tooLong(said: string | null): DomainError {
  const why = said === null ? '' : ` (${said})`
  const message = `The prompt and max_tokens are together longer than the context of the model's hosts${why}`
  return new DomainError(TOO_LONG, `${message}; send less, or a smaller max_tokens.`)
}
