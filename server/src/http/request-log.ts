import type { Context, Middleware } from 'koa'
import type { Ids } from '../base/ids.ts'
import { type Log, requestScope } from '../base/log.ts'
import type { Meter } from '../base/meter.ts'

export interface RequestLogOptions {
  log: Log
  ids: Ids
  meter: Meter
  /** A line at info for each request; without it at debug. */
  accessLog?: boolean | undefined
  /** Paths, as routed, of what hosts ask many times a minute: at debug in any case. */
  frequent?: ReadonlySet<string> | undefined
}

/**
 * Gives each request an id, which is answered as X-Request-Id and stands in every line logged for it; counts it; and
 * writes the line of the access log. There the route stands and not the address asked for, which may hold secrets.
 */
export function requestLog(options: RequestLogOptions): Middleware {
  const { ids } = options
  return async (ctx, next) => {
    const request_id = ids.secret('').slice(0, 16)
    ctx.set('X-Request-Id', request_id)
    const request = { ctx, start: performance.now(), sentBefore: ctx.socket.bytesWritten }
    await requestScope.run({ request_id }, async () => {
      await next()
      // A stream has ended here; a file is only about to be sent.
      if (isStream(ctx.body))
        ctx.res.once('close', () => requestScope.run({ request_id }, () => note(options, request)))
      else note(options, request)
    })
  }
}

interface Noted {
  ctx: Context
  start: number
  /** Bytes that the connection had sent before. */
  sentBefore: number
}

function note({ log, meter, accessLog, frequent }: RequestLogOptions, { ctx, start, sentBefore }: Noted): void {
  const ms = performance.now() - start
  const matched = ctx._matchedRoute as string | undefined
  // The route and not the path: paths hold ids, and each would be a series of its own.
  const route = matched ?? 'none'
  const { method, status } = ctx
  meter.request({ method, route, status: String(status) }, ms / 1000)
  const level = accessLog && !frequent?.has(route) ? 'info' : 'debug'
  if (!log.isLevelEnabled(level)) return
  const line = { method, route, status, ms: Math.round(ms), bytes: bytesOf(ctx, sentBefore), address: ctx.ip }
  const caller = (ctx.state as { caller?: string }).caller
  log[level](caller === undefined ? line : { ...line, caller }, 'request')
}

/** Of the body; where that went to the connection directly, of all that was sent there. */
function bytesOf(ctx: Context, sentBefore: number): number {
  if (ctx.respond === false || isStream(ctx.body)) return Math.max(0, ctx.socket.bytesWritten - sentBefore)
  return ctx.length ?? 0
}

const isStream = (body: unknown) => typeof (body as { pipe?: unknown } | undefined)?.pipe === 'function'
