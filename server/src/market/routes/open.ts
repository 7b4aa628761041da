import { market as endpoints } from '@mkt/schemas'
import type { Context } from 'koa'
import { userCount } from '../../accounts/user-store.ts'
import { Cached } from '../../base/cached.ts'
import { DomainError } from '../../base/errors.ts'
import { VERSION } from '../../base/version.ts'
import { prefers } from '../../http/accept.ts'
import { sendExposition } from '../../http/exposition.ts'
import { type Guard, JsonBytes } from '../../http/guard.ts'
import { unavailable } from '../../http/unavailable.ts'
import type { Market } from '../deps.ts'
import { MOST_LISTED_MS } from '../hosts/listing.ts'
import { activeHostCount } from '../hosts/store.ts'
import { queuedJobs } from '../jobs/queue-store.ts'
import { totals } from '../totals-store.ts'
import { SalesHistory } from '../trust/sales-history.ts'

interface Stated {
  baseUrl: string
  /** Aborts when it is about to stop: whoever hands requests out is to leave it out. */
  draining: AbortSignal
}

/** What anyone may read. */
export function openRoutes(guard: Guard, market: Market, { baseUrl, draining }: Stated): void {
  const { database, clock } = market
  const hosts = new Cached(
    clock,
    async () => {
      const { hosts, hostDetails, rows } = await market.listing.get()
      return { value: await hosts.with(hostDetails), rows }
    },
    MOST_LISTED_MS,
  )
  const queued = new Cached(clock, () => queuedJobs(database))
  guard.route(endpoints.root, async () => ({ name: 'mkt', version: VERSION, docs: `${baseUrl}/docs` }))
  guard.route(endpoints.health, async (_, { ctx }) => {
    const figures = { active_hosts: await activeHostCount(database), queued_jobs: await queued.get() }
    return draining.aborted
      ? unavailable(ctx, { status: 'draining', ...figures })
      : { status: healthOf(market), ...figures }
  })
  guard.route(endpoints.ready, async () => {
    if (draining.aborted || !(await canRead(database))) throw NOT_READY
    return { status: 'ready' as const }
  })
  guard.route(endpoints.models, async ({ query }) => {
    const models = query.detail === 'full' ? await market.details.get() : (await market.listing.get()).models
    return new JsonBytes(models.page(query))
  })
  const history = new SalesHistory(database, clock)
  guard.route(endpoints.modelHistory, async ({ query }) => ({ models: await history.of(query) }))
  guard.route(endpoints.hosts, async ({ query }) => {
    const listed = query.detail === 'full' ? await hosts.get() : (await market.listing.get()).hosts
    return new JsonBytes(listed.page(query))
  })
  guard.route(
    endpoints.metrics,
    async () => await metricsOf(market),
    (ctx) => expose(ctx, market),
  )
}

const NOT_READY = new DomainError('no_host_available', 'This server takes no requests now; others may.', {
  retryAfterS: 1,
})

async function canRead(database: Market['database']): Promise<boolean> {
  return await activeHostCount(database).then(
    () => true,
    () => false,
  )
}

/** Nothing that was acknowledged depends on what servers share: without it they go on, slower. */
function healthOf({ database, away }: Market) {
  if (database.failing()) return 'degraded' as const
  return away() ? ('degraded: redis' as const) : ('ok' as const)
}

async function metricsOf({ database }: Market) {
  const { jobs_completed, latency_ms } = await totals(database)
  return {
    total_jobs_completed: jobs_completed,
    active_hosts: await activeHostCount(database),
    total_users: await userCount(database),
    avg_job_latency_ms: jobs_completed === 0 ? 0 : latency_ms / jobs_completed,
  }
}

/** Prometheus asks for text; whoever does not say gets JSON. */
async function expose(ctx: Context, { meter }: Market): Promise<boolean> {
  if (!prefers(ctx.get('accept'), TEXT)) return false
  await sendExposition(ctx, meter)
  return true
}

const TEXT = ['text/plain', 'application/openmetrics-text']
