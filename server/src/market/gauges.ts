import { withdrawalStatus } from '@mkt/schemas'
import { sql } from 'kysely'
import type { Meter } from '../base/meter.ts'
import type { Database } from '../storage/database.ts'
import { statement } from '../storage/statement.ts'
import type { Market } from './deps.ts'
import { offersByModel, waitingByModel, withdrawalsByStatus } from './figures-store.ts'
import { flaggedHosts } from './hosts/honesty-store.ts'
import { activeHostCount } from './hosts/store.ts'
import { creditsOf } from './job-figures.ts'
import { queuedJobs } from './jobs/queue-store.ts'
import { sumOf } from './ledger/accounts.ts'
import { issuedOf } from './ledger/store.ts'
import type { ModelLabels } from './model-labels.ts'

// By the partial index jobs_queued_by_id: ids sort by time.
const oldest = statement()((q) =>
  q.selectFrom('jobs').select('created_at').where('state', '=', 'queued').orderBy('job_id').limit(1),
)
const running = statement()((q) =>
  q
    .selectFrom('jobs')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('state', '=', 'running'),
)
const balances = statement()((q) =>
  q.selectFrom('accounts').select(sql<bigint>`coalesce(sum(balance_nano), 0)`.as('sum_nano')),
)

/** What Prometheus asks the marketplace for, read from the database at each scrape. */
export function declareGauges(meter: Meter, market: Market, labels: ModelLabels): void {
  const { database, clock } = market
  meter.gauge('mkt_jobs_queued', 'Jobs that wait for a host', async () => (await queuedJobs(database)).value)
  meter.gauge('mkt_jobs_running', 'Jobs that run on a host', async () => (await database.get(running, {}))?.total ?? 0)
  meter.gauge('mkt_queue_age_seconds', 'Age of the oldest job that waits', async () => {
    const job = await database.get(oldest, {})
    return job ? Math.max(0, clock.now() - job.created_at) / 1000 : 0
  })
  meter.gauge('mkt_hosts_active', 'Hosts with a heartbeat in the last 90 s', () => activeHostCount(database))
  meter.gauge('mkt_host_channels', 'Channels of hosts that are open at this server', async () => market.channels.count)
  meter.gauge(
    'mkt_hosts_flagged',
    'Hosts that seem to bill more tokens than their text holds',
    async () => (await flaggedHosts(database)).length,
  )
  const byModel = (look: (reader: Database) => Promise<{ model: string; value: number }[]>) =>
    remembered(market, async () => labels.sum(await look(database)))
  meter.gauges('mkt_model_jobs_queued', 'Jobs that wait for a host', 'model', byModel(waitingByModel))
  meter.gauges('mkt_model_offers', 'Active hosts, for each model that they serve', 'model', byModel(offersByModel))
  declareMoney(meter, market)
}

function declareMoney(meter: Meter, market: Market): void {
  const { database } = market
  const withdrawals = remembered(market, () => withdrawalsByStatus(database))
  meter.gauges('mkt_withdrawals', 'Withdrawals by state', 'status', async () =>
    byStatus((await withdrawals()).map(({ status, count }) => [status, Number(count)])),
  )
  meter.gauges('mkt_withdrawals_credits', 'Credits of withdrawals by state', 'status', async () =>
    byStatus((await withdrawals()).map(({ status, amount_nano }) => [status, creditsOf(amount_nano)])),
  )
  meter.gauge('mkt_credits_issued', 'Credits granted in all', async () => -creditsOf(sumOf(await issuedOf(database))))
  const sum = remembered(market, async () => creditsOf((await database.get(balances, {}))?.sum_nano ?? 0n))
  meter.gauge('mkt_ledger_sum_credits', 'Sum over all accounts; anything but 0 is a defect', sum)
}

/** A state without withdrawals is 0, so that a rule about it has something to look at. */
const byStatus = (found: [string, number][]) =>
  new Map([...withdrawalStatus.options.map((status): [string, number] => [status, 0]), ...found])

const REMEMBER_MS = 10_000

/** Anyone may scrape: what reads a whole table is looked up at most every 10 s. */
function remembered<T>({ clock }: Market, look: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined
  return () => {
    if (!last || clock.monotonic() - last.at >= REMEMBER_MS) last = { at: clock.monotonic(), value: look() }
    return last.value
  }
}
