import type { Middleware } from 'koa'
import { koaBody } from 'koa-body'
import { DomainError } from '../base/errors.ts'

/** Reads a JSON body up to the limit into ctx.request.body; any other content is refused with 415. */
export function bodyParser(limitBytes: number): Middleware {
  const parse = koaBody({
    json: true,
    jsonStrict: true,
    jsonLimit: limitBytes,
    text: false,
    urlencoded: false,
    multipart: false,
  })
  return async (ctx, next) => {
    const length = ctx.request.length
    if (length !== undefined && length > limitBytes)
      throw new DomainError('payload_too_large', `The body is larger than ${limitBytes} bytes.`)
    const hasBody = (length ?? 0) > 0 || ctx.get('transfer-encoding') !== ''
    if (hasBody && ctx.method !== 'GET' && ctx.method !== 'HEAD' && !ctx.is('application/json')) {
      throw new DomainError('unsupported_media_type', 'The body must be application/json.')
    }
    return await parse(ctx, next)
  }
}
