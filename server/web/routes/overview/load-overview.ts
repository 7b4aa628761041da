import { documents, market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { DAY_MS, dayOf, now } from '../../clock.ts'
import { documentsApi } from '../../documents-api.ts'

/** Whoever asked as often is no newcomer. */
const MANY_JOBS = 20

export type OverviewState = Awaited<ReturnType<typeof loadOverview>>

/** What the overview shows, asked for at once. */
export async function loadOverview(signal: AbortSignal) {
  const today = dayOf(now())
  const tomorrow = dayOf(now() + DAY_MS)
  const [me, usage, running, queued, recent, { hosts }, { tokens }, { alerts }, papers] = await Promise.all([
    api.call(market.me, { query: { detail: 'full' } }, { signal }),
    api.call(market.usage, { query: { from: today, to: tomorrow, by: 'day' } }, { signal }),
    api.call(market.listJobs, { query: { status: 'running', limit: 1 } }, { signal }),
    api.call(market.listJobs, { query: { status: 'queued', limit: 1 } }, { signal }),
    api.call(market.listJobs, { query: { detail: 'full', limit: 8 } }, { signal }),
    api.call(market.listOwnHosts, { query: { detail: 'full' } }, { signal }),
    api.call(market.listTokens, {}, { signal }),
    // A server of before, beside this one while it is replaced, knows of none.
    api.call(market.alerts, {}, { signal }).catch(() => ({ alerts: [] })),
    lastDocuments(signal),
  ])
  const done = { job: me.total_jobs > 0, token: tokens.length > 0, host: hosts.length > 0 }
  // Not all steps are for everybody: one has no GPU, another no program.
  const isNew = !done.host && !(done.job && done.token) && me.total_jobs < MANY_JOBS
  return {
    me,
    today: usage.total,
    running: running.total,
    queued: queued.total,
    jobs: recent.jobs,
    hosts,
    papers,
    alerts,
    done,
    isNew,
  }
}

/** The newest documents; undefined where this server has no documents service, or it is away. */
async function lastDocuments(signal: AbortSignal) {
  try {
    return (await documentsApi.call(documents.listDocuments, { query: { limit: 5, detail: 'full' } }, { signal }))
      .documents
  } catch {
    return undefined
  }
}
