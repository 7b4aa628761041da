import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import type { Context, Middleware } from 'koa'
import { koaBody } from 'koa-body'
import { addressKey, isLoopback } from '../accounts/address.ts'
import { DomainError } from '../base/errors.ts'
import { JSON_BOUNDS, type JsonExcess } from '../base/json-bounds.ts'
import { LONG_BYTES, TurnQueue } from '../base/turn-queue.ts'
import type { LargeBodies } from './large-bodies.ts'
import { type BodyReading, type Coming, readBody, tooLarge } from './read-body.ts'
import { UnfinishedBodies } from './unfinished-bodies.ts'

export interface BodyRules {
  limitBytes: number
  /** Long ones are understood one a turn of the event loop. */
  turns?: TurnQueue
  /** Those that have not come whole; by itself it keeps count of its own. */
  unfinished?: UnfinishedBodies
  /** A path of which the bytes as they came are kept in ctx.state.bytes too: a signature is over them. */
  signed?: string
  /** A path whose body its operation reads itself, as it comes. */
  streamed?: string
  /** Paths whose bodies hold pictures, and how long those may be. */
  large?: { paths: ReadonlySet<string>; limitBytes: number; reading: LargeBodies }
}

/** Reads a JSON body in UTF-8 up to its limit into ctx.request.body; any other content is refused with 415. */
export function bodyParser(rules: BodyRules): Middleware {
  const { limitBytes, signed, streamed, large, unfinished = new UnfinishedBodies(), turns = new TurnQueue() } = rules
  const smallParser = parserOf(limitBytes, signed, turns)
  const small = (ctx: Context, next: () => Promise<unknown>) =>
    smallParser(ctx, next, (cut) => countedIn(unfinished, ctx, cut))
  if (!large) return small
  const largeParser = parserOf(large.limitBytes, signed, turns)
  return async (ctx, next) => {
    if (ctx.method === 'POST' && pathOf(ctx) === streamed) return await next()
    const isLong = (ctx.request.length ?? large.limitBytes) > limitBytes
    // Who does not even say who they are is not read at length.
    const may = isLong && large.paths.has(pathOf(ctx)) && CREDENTIALS.some((name) => ctx.get(name) !== '')
    if (!may) return await small(ctx, next)
    let giveUp = () => {}
    const address = addressKey(ctx.ip)
    const over = large.reading.enter({ address, shared: isLoopback(ctx.ip), cut: () => giveUp() })
    if (!over) throw new DomainError('rate_limited', TOO_MANY, { retryAfterS: 1 })
    try {
      const whole = async () => {
        over()
        await next()
      }
      await largeParser(ctx, whole, (cut) => {
        giveUp = cut
        return UNCOUNTED
      })
    } finally {
      over()
    }
  }
}

/** One that has come whole at once is never among those that are coming. */
function countedIn(unfinished: UnfinishedBodies, { ip }: Context, cut: () => void): Coming {
  let body: Coming | undefined
  return {
    grow(bytes) {
      body ??= unfinished.enter({ address: addressKey(ip), shared: isLoopback(ip), cut })
      body.grow(bytes)
    },
    over: () => body?.over(),
  }
}

/** Places are counted where large bodies are, and not bytes. */
const UNCOUNTED: Coming = { grow: () => {}, over: () => {} }

const CREDENTIALS = ['authorization', 'x-api-key', 'cookie']

const TOO_MANY = 'Too many requests with pictures are being read; try again in a moment.'

/** As the router reads a path: in either case, with a slash at its end or without. */
const pathOf = (ctx: Context) => ctx.path.toLowerCase().replace(/\/$/, '')

function parserOf(limitBytes: number, signed: string | undefined, turns: TurnQueue) {
  return async (ctx: Context, next: () => Promise<unknown>, enter: BodyReading['enter']) => {
    const { length } = ctx.request
    if (length !== undefined && length > limitBytes) throw tooLarge(limitBytes)
    if (!WITH_BODIES.has(ctx.method)) return await next()
    if (!length && ctx.get('transfer-encoding') === '') {
      ;(ctx.request as { body?: unknown }).body = {}
      return await next()
    }
    demandPlainJson(ctx)
    const bytes = await readBody(ctx.req, { limitBytes, length, enter, excessive: tooMuch })
    // The parser would read broken UTF-8 as U+FFFD, which is text that nobody sent.
    if (!isUtf8(bytes)) throw notUtf8()
    if (pathOf(ctx) === signed) ctx.state.bytes = bytes
    if (bytes.length > LONG_BYTES) await turns.next()
    await parse(gathered(ctx, bytes), next)
  }
}

const WITH_BODIES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

function demandPlainJson(ctx: Context): void {
  // As nearly everybody says it; taking any other apart costs as much as parsing a short body.
  const isPlain = ctx.get('content-type') === JSON_TYPE || (ctx.is(JSON_TYPE) && isReadable(ctx.request.charset))
  if (!isPlain || !PLAIN_ENCODINGS.has(ctx.get('content-encoding')))
    throw new DomainError('unsupported_media_type', 'The body must be application/json in UTF-8, not compressed.')
}

const JSON_TYPE = 'application/json'

/**
 * What parses: strictly an object or a list; nothing at all is an object of no members. It reads no connection: pieces
 * of a byte each would each be kept by it, and bodies that never end as well (server/decisions/0204).
 */
const parse = koaBody({
  json: true,
  jsonStrict: true,
  // What has been gathered is within its limit.
  jsonLimit: Number.MAX_SAFE_INTEGER,
  text: false,
  urlencoded: false,
  multipart: false,
  parsedMethods: [...WITH_BODIES] as never,
  onError: takePrototypeMembers,
})

/**
 * What the parser looks at of a context, as if the body had come at once: that is all there is to read. The context
 * itself is made nobody's prototype: V8 keeps those in another form, in which whatever looks at one is slow, and of a
 * submission that was 180 of 860 us.
 */
function gathered({ method, request }: Context, bytes: Buffer): Context {
  const req = Object.assign(new Readable(ALL_PUSHED), { headers: { 'content-length': String(bytes.length) } })
  req.push(bytes)
  req.push(null)
  return { method, request, req, is: () => JSON_TYPE } as unknown as Context
}

const ALL_PUSHED = { read: () => {} }

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
