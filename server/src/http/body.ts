import { isUtf8 } from 'node:buffer'
import type { Context, Middleware } from 'koa'
import { koaBody } from 'koa-body'
import { addressKey, isLoopback } from '../accounts/address.ts'
import { DomainError } from '../base/errors.ts'
import { JSON_BOUNDS, type JsonExcess, JsonMeter } from '../base/json-bounds.ts'
import type { LargeBodies } from './large-bodies.ts'

export interface BodyRules {
  limitBytes: number
  /** A path of which the bytes as they came are kept in ctx.state.bytes too: a signature is over them. */
  signed?: string
  /** A path whose body its operation reads itself, as it comes. */
  streamed?: string
  /** Paths whose bodies hold pictures, and how long those may be. */
  large?: { paths: ReadonlySet<string>; limitBytes: number; reading: LargeBodies }
}

/** Reads a JSON body in UTF-8 up to its limit into ctx.request.body; any other content is refused with 415. */
export function bodyParser({ limitBytes, signed, streamed, large }: BodyRules): Middleware {
  const small = parserOf(limitBytes, signed)
  if (!large) return (ctx, next) => small(ctx, next)
  const largeParser = parserOf(large.limitBytes, signed)
  return async (ctx, next) => {
    if (ctx.method === 'POST' && pathOf(ctx) === streamed) return await next()
    // Who does not even say who they are is not read at length.
    const may = large.paths.has(pathOf(ctx)) && CREDENTIALS.some((name) => ctx.get(name) !== '')
    if (!may || (ctx.request.length ?? large.limitBytes) <= limitBytes) return await small(ctx, next)
    const address = addressKey(ctx.ip)
    const over = large.reading.enter({ address, shared: isLoopback(ctx.ip), cut: () => void ctx.req.destroy() })
    if (!over) throw new DomainError('rate_limited', TOO_MANY, { retryAfterS: 1 })
    try {
      await largeParser(ctx, async () => {
        over()
        await next()
      })
    } finally {
      over()
    }
  }
}

const CREDENTIALS = ['authorization', 'x-api-key', 'cookie']

const TOO_MANY = 'Too many requests with pictures are being read; try again in a moment.'

/** As the router reads a path: in either case, with a slash at its end or without. */
const pathOf = (ctx: Context) => ctx.path.toLowerCase().replace(/\/$/, '')

function parserOf(limitBytes: number, signed: string | undefined) {
  const parse = koaBody({
    json: true,
    jsonStrict: true,
    jsonLimit: limitBytes,
    text: false,
    urlencoded: false,
    multipart: false,
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'] as never,
    onError: takePrototypeMembers,
  })
  return async (ctx: Context, next: () => Promise<unknown>) => {
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
    const meter = new JsonMeter()
    const collect = (chunk: Buffer) => {
      chunks.push(chunk)
      const excess = meter.push(chunk)
      // Whoever reads the body hears of it as of a connection that broke, and stops before anything is parsed.
      if (excess) ctx.req.emit('error', tooMuch(excess))
    }
    ctx.req.on('data', collect)
    try {
      return await parse(ctx, async () => {
        const bytes = Buffer.concat(chunks)
        if (!isUtf8(bytes)) throw notUtf8()
        if (pathOf(ctx) === signed) ctx.state.bytes = bytes
        await next()
      })
    } finally {
      // What comes of a body that was refused is not kept.
      ctx.req.off('data', collect)
    }
  }
}

/**
 * The parser refuses members called __proto__. They are unknown members like any other, which are ignored: parsed
 * plainly they are own properties, which nothing copies.
 */
function takePrototypeMembers(error: Error & { body?: unknown }, ctx: Context): void {
  const value = typeof error.body === 'string' ? parsed(error.body) : undefined
  if (typeof value !== 'object' || value === null) throw error
  ;(ctx.request as { body?: unknown }).body = value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const PLAIN_ENCODINGS: ReadonlySet<string> = new Set(['', 'identity'])

function isReadable(charset: string): boolean {
  return /^(utf-?8|us-ascii)?$/i.test(charset)
}

const WORDS = {
  levels: 'levels of lists and objects within each other',
  lists: 'lists and objects',
  values: 'values',
}

function tooMuch({ what, member }: JsonExcess): DomainError {
  const path = member === undefined ? 'body' : `body.${member}`
  return notValid(path, `must have at most ${JSON_BOUNDS[what]} ${WORDS[what]}`)
}

const notUtf8 = () => notValid('body', 'must be valid UTF-8')

const notValid = (path: string, message: string) =>
  new DomainError('invalid_request', 'The request is not valid.', { details: [{ path, message }] })
