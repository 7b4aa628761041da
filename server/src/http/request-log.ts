import type { Middleware } from 'koa'
import type { Ids } from '../base/ids.ts'
import { type Log, requestScope } from '../base/log.ts'
import type { Meter } from '../base/meter.ts'

/** Gives each request an id, which is answered as X-Request-Id and stands in every line logged for it; counts it. */
export function requestLog(log: Log, ids: Ids, meter: Meter): Middleware {
  return async (ctx, next) => {
    const request_id = ids.secret('').slice(0, 16)
    ctx.set('X-Request-Id', request_id)
    const start = performance.now()
    await requestScope.run({ request_id }, async () => {
      await next()
      const ms = performance.now() - start
      // The route and not the path: paths hold ids, and each would be a series of its own.
      const route = String(ctx._matchedRoute ?? 'none')
      meter.request({ method: ctx.method, route, status: String(ctx.status) }, ms / 1000)
      log.debug({ method: ctx.method, path: ctx.path, status: ctx.status, ms: Math.round(ms) }, 'request')
    })
  }
}
