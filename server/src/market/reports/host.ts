import type { OwnHost } from '@mkt/schemas'
import { sql } from 'kysely'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import { type Deadlines, lookedAt } from '../../live/streams.ts'
import { askedWith } from '../../storage/asked-price.ts'
import { ableWith, coversNeeds } from '../../storage/capability-mask.ts'
import { maySend } from '../../storage/chosen-hosts.ts'
import type { Reader } from '../../storage/database.ts'
import { stillExcluded } from '../../storage/exclusion.ts'
import { type Bind, statement } from '../../storage/statement.ts'
import { deadlinesOf, modelsWithPatience } from '../attempts/deadlines.ts'
import type { Market } from '../deps.ts'
import { reportEarnings } from '../earnings/host-report.ts'
import { heldOffUntil, recentHandBacks } from '../hosts/hold-off.ts'
import { shownCapabilities } from '../hosts/listing-rules.ts'
import { shownPrices } from '../hosts/model-prices.ts'
import { type HostRow, hostById, modelsOfHost } from '../hosts/store.ts'
import { roundedUptime } from '../hosts/uptime.ts'
import { EXCLUSION_MS } from '../jobs/machine.ts'
import { runningJobsOf } from '../jobs/store.ts'
import { reportProof } from '../trust/host-report.ts'
import { verdictAsTold } from '../verification/shown-verdict.ts'
import { verdictsOfHost } from '../verification/verdict-store.ts'

// A report must cost the same however much is queued: it counts over at most so many jobs.
const SAMPLE = 2000

// The first reason that applies to each queued job, in the order in which an owner can do something about it.
interface Asking {
  host_id: string
  price_nano: bigint
  input_price_nano: bigint
  max_tokens: number
  capabilities: number
  now: number
}
const ABLE = (p: Bind<Asking>) =>
  sql`(select ${ableWith(sql.ref('m.capabilities'), p('capabilities'), sql.ref('m.marks'))} from host_models m
          where m.host_id = ${p('host_id')} and m.model = j.model)`
const CHOSEN = { only: sql.ref('j.only_hosts'), not: sql.ref('j.not_hosts') }
const reasons = statement<Asking>()((q, p) =>
  q
    .selectFrom((e) => e.selectFrom('jobs').selectAll().where('state', '=', 'queued').limit(SAMPLE).as('j'))
    .select([
      sql<string>`case
        when j.target_host_id is not null and j.target_host_id <> ${p('host_id')} then 'reserved_for_another_host'
        when not (${maySend(CHOSEN, sql`${p('host_id')}`)}) then 'reserved_for_another_host'
        when not exists (select 1 from host_models m where m.host_id = ${p('host_id')} and m.model = j.model
          and m.available = 1) then 'model_not_served'
        when not exists (select 1 from host_models m where m.host_id = ${p('host_id')} and m.model = j.model
          and ${askedWith(sql.ref('m.price_nano'), p('price_nano'))} <= j.price_cap_nano
          and ${askedWith(sql.ref('m.input_price_nano'), p('input_price_nano'))} <= j.input_cap_nano)
          then 'price_above_limit'
        when j.max_tokens > (select coalesce(m.max_tokens, ${p('max_tokens')}) from host_models m
          where m.host_id = ${p('host_id')} and m.model = j.model) then 'max_tokens_above_host'
        when exists (select 1 from job_exclusions x where x.job_id = j.job_id and x.host_id = ${p('host_id')}
          and ${stillExcluded(p, EXCLUSION_MS)})
          then 'excluded_after_failure'
        when not ${coversNeeds(ABLE(p), sql.ref('j.needs'))} then 'capability_missing'
        else 'none' end`.as('reason'),
      sql<number>`count(*)`.as('jobs'),
    ])
    .groupBy(sql`1`),
)

type Reasons = Required<OwnHost['why_no_jobs']>
const NO_REASONS: Reasons = {
  model_not_served: 0,
  price_above_limit: 0,
  max_tokens_above_host: 0,
  excluded_after_failure: 0,
  reserved_for_another_host: 0,
  capability_missing: 0,
}

async function whyNoJobs(reader: Reader, host: HostRow, now: number): Promise<Reasons> {
  const { host_id, price_nano, input_price_nano, max_tokens, capabilities } = host
  const rows = await reader.all(reasons, { host_id, price_nano, input_price_nano, max_tokens, capabilities, now })
  const counts = { ...NO_REASONS }
  for (const { reason, jobs } of rows) if (reason in counts) counts[reason as keyof Reasons] = jobs
  return counts
}

/** A host as its owner sees it. */
export async function reportHost(market: Market, hostId: string): Promise<OwnHost> {
  const { database } = market
  const host = await hostById(database, hostId)
  if (!host) throw new DomainError('not_found', 'This host does not exist any more.')
  const models = await modelsOfHost(database, hostId)
  const earnings = await reportEarnings(market, database, hostId)
  const running = await runningJobsOf(database, hostId)
  return {
    host_id: hostId,
    status: host.status,
    gpu: host.gpu,
    backend: host.backend,
    models: models.map(({ model }) => model),
    available_models: models.filter(({ available }) => available === 1).map(({ model }) => model),
    price_per_token: host.price_nano,
    price_per_input_token: host.input_price_nano,
    model_prices: shownPrices(models, host),
    max_tokens: host.max_tokens,
    paused: host.paused === 1,
    gpu_utilization: host.gpu_utilization,
    balance: earnings.available + earnings.available_promotional,
    total_earnings: host.earned_nano,
    earnings,
    total_jobs_completed: host.jobs_completed,
    total_jobs_failed: host.jobs_failed,
    total_tokens: host.tokens_total,
    tokens_per_second: host.tokens_per_second,
    uptime: roundedUptime(host, market.clock.now()),
    registered_at: isoTime(host.registered_at),
    last_heartbeat: isoTime(host.last_heartbeat_at),
    running_jobs: await Promise.all(
      running.map(async (job) => ({ ...job, silent_ms: await silentMs(market, job.job_id) })),
    ),
    concurrency: host.concurrency,
    ...shownCapabilities(host.capabilities, models),
    deadlines: deadlinesFor(market, host),
    hand_backs: handBacksOf(host, market.clock.now()),
    proof: await reportProof(market, hostId),
    verification: await toldVerdicts(market, hostId),
    why_no_jobs: await whyNoJobs(database, host, market.clock.now()),
  }
}

async function toldVerdicts({ database, clock }: Market, hostId: string): Promise<OwnHost['verification']> {
  const rows = await verdictsOfHost(database, hostId)
  return rows.map((row) => ({ model: row.model, verdict: verdictAsTold(row, clock.now()) }))
}

function handBacksOf(host: HostRow, now: number): OwnHost['hand_backs'] {
  const until = heldOffUntil(host, now)
  return { recent: recentHandBacks(host, now).length, no_jobs_until: until === undefined ? null : isoTime(until) }
}

function deadlinesFor(market: Market, host: HostRow): OwnHost['deadlines'] {
  // Of a name that no model has: what holds for all others.
  const usual = deadlinesOf(market, host, { model: '', max_tokens: 1 })
  const models = Object.keys(modelsWithPatience(host)).map((model) => [
    model,
    pieces(deadlinesOf(market, host, { model, max_tokens: 1 })),
  ])
  return {
    ...pieces(usual),
    seconds_per_token: (usual.end_ms - usual.first_ms) / 1000,
    ...(models.length > 0 ? { models: Object.fromEntries(models) } : {}),
  }
}

function pieces({ first_ms, next_ms }: Deadlines) {
  return { first_piece_seconds: first_ms / 1000, next_piece_seconds: next_ms / 1000 }
}

async function silentMs({ streams }: Market, jobId: string): Promise<number> {
  const stream = await lookedAt(streams, jobId)
  return stream ? Math.round(streams.now() - stream.named_at) : 0
}
