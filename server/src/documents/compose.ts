import type { Clock } from '../base/clock.ts'
import type { Ids } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { Meter } from '../base/meter.ts'
import { createApp } from '../http/app.ts'
import { createGuard } from '../http/guard.ts'
import { documentRoutes } from './routes.ts'

export interface DocumentsOptions {
  clock: Clock
  ids: Ids
  log: Log
  meter: Meter
  bodyBytes: number
  checkAnswers: boolean
  trustedProxies: number
}

/** Builds the documents service once. */
export function composeDocuments(options: DocumentsOptions) {
  const { ids, log, meter, bodyBytes, trustedProxies, checkAnswers, clock } = options
  return createApp({
    log,
    ids,
    meter,
    bodyBytes,
    trustedProxies,
    routes(router) {
      const guard = createGuard({ router, checkAnswers, authenticate: async () => undefined })
      documentRoutes(guard, clock)
    },
  })
}
