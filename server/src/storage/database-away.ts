import { DomainError } from '../base/errors.ts'

const RETRY_S = 1
const NOT_DONE = [
  'The database of this marketplace cannot be reached at this moment.',
  'Nothing was changed by this request; try again in a moment.',
].join(' ')
const UNCONFIRMED = [
  'The database of this marketplace broke off before it confirmed this request, which may have been done.',
  'Send it again with the same Idempotency-Key, which does it once, or look first.',
].join(' ')

/**
 * The database cannot be reached or broke off. What was asked for did not happen; where the answer to its commit was
 * lost (`unconfirmed`) it may have, and only what the database says afterwards tells.
 */
export class DatabaseAway extends DomainError {
  readonly unconfirmed: boolean

  constructor(cause: unknown, { unconfirmed = false } = {}) {
    super('no_host_available', unconfirmed ? UNCONFIRMED : NOT_DONE, { retryAfterS: RETRY_S, cause })
    this.unconfirmed = unconfirmed
  }
}

/** Of the socket and of the look-up of its name. */
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Of Postgres: connections (08), an operator or a crash ended it (57P), too many connections, and a standby's. */
const POSTGRES_CODES = /^(?:08...|57P0[1235]|53300|25006)$/
/** Of the driver, whose errors have no codes. */
const DRIVER_TEXTS =
  /^Connection terminated|is not queryable|^timeout exceeded when trying|^timeout expired|^Query read timeout/

/** Whether an error says that Postgres is not there, or not any more, and nothing of the statement. */
export function saysAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return SOCKET_CODES.has(code) || POSTGRES_CODES.test(code)
  return typeof message === 'string' && DRIVER_TEXTS.test(message)
}
