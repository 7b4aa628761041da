import { market as endpoints, writeJson } from '@mkt/schemas'
import type { Context } from 'koa'
import { userCount } from '../../accounts/user-store.ts'
import { Kept } from '../../base/kept.ts'
import { VERSION } from '../../base/version.ts'
import { prefers } from '../../http/accept.ts'
import { sendExposition } from '../../http/exposition.ts'
import { type Guard, JsonText } from '../../http/guard.ts'
import { TIMES } from '../../limits.ts'
import type { Market } from '../deps.ts'
import { listHosts, listModels } from '../hosts/listing.ts'
import { listedHosts } from '../hosts/listing-store.ts'
import { detailModels } from '../hosts/model-detail.ts'
import { activeHostCount } from '../hosts/store.ts'
import { queuedJobs } from '../jobs/queue-store.ts'
import { totals } from '../totals-store.ts'

/** What anyone may read. */
export function openRoutes(guard: Guard, market: Market, baseUrl: string): void {
  const { database, clock } = market
  const listed = () => listedHosts(database, clock.now() - TIMES.listed_ms)
  const kept = <T>(describe: (rows: Awaited<ReturnType<typeof listed>>) => T) =>
    new Kept(clock, async () => {
      const rows = await listed()
      return { value: new JsonText(writeJson(describe(rows))), rows: rows.length }
    })
  const models = kept((rows) => ({ models: listModels(rows) }))
  const detailed = new Kept(clock, async () => {
    const listing = await listed()
    const { details, rows } = await detailModels(market)
    const full = listModels(listing).map((model) => ({ ...model, ...details.get(model.name) }))
    return { value: new JsonText(writeJson({ models: full })), rows: listing.length + rows }
  })
  const hosts = kept((rows) => ({ hosts: listHosts(rows) }))
  const queued = new Kept(clock, () => queuedJobs(database))
  guard.route(endpoints.root, async () => ({ name: 'mkt', version: VERSION, docs: `${baseUrl}/docs` }))
  guard.route(endpoints.health, async () => ({
    status: database.failing() ? ('degraded' as const) : ('ok' as const),
    active_hosts: await activeHostCount(database),
    queued_jobs: await queued.get(),
  }))
  guard.route(endpoints.models, ({ query }) => (query.detail === 'full' ? detailed : models).get())
  guard.route(endpoints.hosts, () => hosts.get())
  guard.route(
    endpoints.metrics,
    async () => await metricsOf(market),
    (ctx) => expose(ctx, market),
  )
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
