import { sql } from 'kysely'
import type { Meter } from '../base/meter.ts'
import { statement } from '../storage/statement.ts'
import type { Market } from './deps.ts'
import { flaggedHosts } from './hosts/honesty-store.ts'
import { activeHostCount } from './hosts/store.ts'
import { queuedJobs } from './jobs/queue-store.ts'

const NANO = 1e9

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
export function declareGauges(meter: Meter, market: Market): void {
  const { database, clock } = market
  meter.gauge('mkt_jobs_queued', 'Jobs that wait for a host', async () => (await queuedJobs(database)).value)
  meter.gauge('mkt_jobs_running', 'Jobs that run on a host', async () => (await database.get(running, {}))?.total ?? 0)
  meter.gauge('mkt_queue_age_seconds', 'Age of the oldest job that waits', async () => {
    const job = await database.get(oldest, {})
    return job ? Math.max(0, clock.now() - job.created_at) / 1000 : 0
  })
  meter.gauge('mkt_hosts_active', 'Hosts with a heartbeat in the last 90 s', () => activeHostCount(database))
  meter.gauge(
    'mkt_hosts_flagged',
    'Hosts that seem to bill more tokens than their text holds',
    async () => (await flaggedHosts(database)).length,
  )
  const sum = remembered(market, async () => Number((await database.get(balances, {}))?.sum_nano ?? 0n) / NANO)
  meter.gauge('mkt_ledger_sum_credits', 'Sum over all accounts; anything but 0 is a defect', sum)
}

const REMEMBER_MS = 10_000

/** Anyone may scrape: what reads a whole table is looked up at most every 10 s. */
function remembered({ clock }: Market, look: () => Promise<number>): () => Promise<number> {
  let last: { at: number; value: Promise<number> } | undefined
  return () => {
    if (!last || clock.monotonic() - last.at >= REMEMBER_MS) last = { at: clock.monotonic(), value: look() }
    return last.value
  }
}
