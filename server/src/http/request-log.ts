import type { Middleware } from 'koa'
import type { Ids } from '../base/ids.ts'
import { type Log, requestScope } from '../base/log.ts'

/** Gives each request an id, which is answered as X-Request-Id and stands in every line logged for it. */
export function requestLog(log: Log, ids: Ids): Middleware {
  return async (ctx, next) => {
    const request_id = ids.secret('').slice(0, 16)
    ctx.set('X-Request-Id', request_id)
    const start = performance.now()
    await requestScope.run({ request_id }, async () => {
      await next()
      log.debug(
        { method: ctx.method, path: ctx.path, status: ctx.status, ms: Math.round(performance.now() - start) },
        'request',
      )
    })
  }
}
