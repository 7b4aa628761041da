import type { Context } from 'koa'
import { DomainError } from '../base/errors.ts'

const HEADER = 'idempotency-key'

/** The Idempotency-Key header, if sent. Error: invalid_request where it is no such key. */
export function idempotencyKey(ctx: Context): string | undefined {
  const key = ctx.get(HEADER)
  if (key === '') return undefined
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key
  const details = [{ path: `header.${HEADER}`, message: 'must be 1 to 255 printable ASCII characters' }]
  throw new DomainError('invalid_request', 'The request is not valid.', { details })
}
