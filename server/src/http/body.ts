import { isUtf8 } from 'node:buffer'
import type { Middleware } from 'koa'
import { koaBody } from 'koa-body'
import { DomainError } from '../base/errors.ts'

/** Reads a JSON body in UTF-8 up to the limit into ctx.request.body; any other content is refused with 415. */
export function bodyParser(limitBytes: number): Middleware {
  const parse = koaBody({
    json: true,
    jsonStrict: true,
    jsonLimit: limitBytes,
    text: false,
    urlencoded: false,
    multipart: false,
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'] as never,
  })
  return async (ctx, next) => {
    const length = ctx.request.length
    if (length !== undefined && length > limitBytes)
      throw new DomainError('payload_too_large', `The body is larger than ${limitBytes} bytes.`)
    const hasBody = (length ?? 0) > 0 || ctx.get('transfer-encoding') !== ''
    if (!hasBody || ctx.method === 'GET' || ctx.method === 'HEAD') return await parse(ctx, next)
    if (
      !ctx.is('application/json') ||
      !PLAIN_ENCODINGS.has(ctx.get('content-encoding')) ||
      !isReadable(ctx.request.charset)
    )
      throw new DomainError('unsupported_media_type', 'The body must be application/json in UTF-8, not compressed.')
    // The parser would read broken UTF-8 as U+FFFD, which is text that nobody sent.
    const chunks: Buffer[] = []
    ctx.req.on('data', (chunk: Buffer) => chunks.push(chunk))
    return await parse(ctx, async () => {
      if (!isUtf8(Buffer.concat(chunks))) throw notUtf8()
      await next()
    })
  }
}

const PLAIN_ENCODINGS: ReadonlySet<string> = new Set(['', 'identity'])

function isReadable(charset: string): boolean {
  return /^(utf-?8|us-ascii)?$/i.test(charset)
}

function notUtf8(): DomainError {
  const details = [{ path: 'body', message: 'must be valid UTF-8' }]
  return new DomainError('invalid_request', 'The request is not valid.', { details })
}
