import Router from '@koa/router'
import Koa from 'koa'
import helmet from 'koa-helmet'
import type { Ids } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { Meter } from '../base/meter.ts'
import type { ErrorForm } from './error-form.ts'
import { errors } from './errors.ts'
import { plainRoutes } from './plain-routes.ts'
import { requestLog } from './request-log.ts'

export interface AppOptions {
  log: Log
  ids: Ids
  meter: Meter
  accessLog?: boolean | undefined
  frequent?: ReadonlySet<string>
  /** Refuse requests before anything else is known of them. */
  first?: Koa.Middleware[]
  /** Read or refuse the bodies of all requests before the routes, in this order. */
  bodies: Koa.Middleware[]
  errorForm: ErrorForm
  /** Proxies in front whose X-Forwarded-For is believed; 0 believes none. */
  trustedProxies: number
  routes: (router: Router) => void
}

/** A service's HTTP application: the order of its middleware, nothing else. */
export function createApp(options: AppOptions): Koa {
  const app = new Koa({ proxy: options.trustedProxies > 0, maxIpsCount: options.trustedProxies })
  const router = new Router({ sensitive: true })
  options.routes(router)
  app.use(requestLog(options))
  app.use(helmet({ contentSecurityPolicy: CONTENT_POLICY, strictTransportSecurity: false }))
  app.use(errors(options.log, options.errorForm))
  for (const refuse of options.first ?? []) app.use(refuse)
  app.use(methodNotAllowed(router))
  for (const body of options.bodies) app.use(body)
  app.use(plainRoutes(router))
  app.use(router.routes())
  // A reader that leaves in the middle of a stream is no error.
  app.on('error', (error: { code?: string }) => {
    if (!READER_LEFT.has(error.code)) options.log.error({ err: error }, 'response failed')
  })
  return app
}

const READER_LEFT = new Set<string | undefined>(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

// The docs page styles itself inline; nothing is ever loaded from elsewhere. No upgrade to TLS: plain HTTP on
// loopback is how most nodes run, and a proxy that ends TLS sets its own headers.
const CONTENT_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
  },
}

function methodNotAllowed(router: Router): Koa.Middleware {
  const plain = router.stack.filter(({ paramNames }) => paramNames.length === 0)
  const known = new Set(plain.flatMap(({ methods, path }) => methods.map((method) => `${method} ${String(path)}`)))
  return async (ctx, next) => {
    // Spares most requests one of two searches through all routes.
    if (known.has(`${ctx.method} ${ctx.path}`)) return await next()
    const { path } = router.match(ctx.path, ctx.method)
    const methods = new Set(path.flatMap((layer) => layer.methods))
    if (methods.size === 0 || methods.has(ctx.method)) return await next()
    ctx.set('Allow', [...methods].join(', '))
    ctx.throw(405)
  }
}
