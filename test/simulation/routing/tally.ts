import { audit } from '../../../server/src/market/audit/audit.ts'
import { hostById } from '../../../server/src/market/hosts/store.ts'
import { type JobRow, jobById } from '../../../server/src/market/jobs/store.ts'
import type { Database } from '../../../server/src/storage/database.ts'
import type { JobRecord, Simulation } from './simulate.ts'
import { burstTurns } from './turns.ts'
import type { UserClass } from './world.ts'

type Run = Omit<Simulation, 'market'>
type Ended = { record: JobRecord; row: JobRow; class: UserClass }

export interface Waiting {
  who: string
  jobs: number
  /** Seconds. */
  mean: number
  p50: number
  p95: number
  p99: number
  max: number
}

export interface Paid {
  who: string
  jobs: number
  /** Credits for 1,000 tokens, and by how much that is more than the model's offers. */
  mean: number
  against_cheapest: number
  against_median: number
}

export interface HostGroup {
  least: number
  most: number
  hosts: number
  /** Means over the group's hosts. */
  price: number
  busy: number
  jobs: number
  failed: number
  income: number
}

export type Tally = Awaited<ReturnType<typeof tally>>

/** Reads from the market's own database what a run came to. */
export async function tally(run: Run, database: Database) {
  const ended: Ended[] = []
  for (const record of run.jobs) {
    const row = await jobById(database, record.job_id)
    if (!row) throw new Error(`there is no job ${record.job_id}`)
    ended.push({ record, row, class: run.world.users[record.user]?.class ?? 'single' })
  }
  const caps = new Map(ended.map(({ record, row }) => [record, row.price_cap_nano]))
  const { faults, sum_nano } = await audit(database)
  return {
    completed: ended.filter(({ row }) => row.state === 'completed').length,
    failed: ended.filter(({ row }) => row.state === 'failed').length,
    claims: run.claims.length,
    simulated_s: run.simulated_ms / 1000,
    burst_drained_s: burstEnd(run) / 1000,
    turns: burstTurns(run, (job) => caps.get(job) ?? 0n),
    faults,
    sum_nano,
    waiting: waitingTimes(run, ended),
    paid: pricesPaid(run, ended),
    limits: priceLimits(run, ended),
    ...(await hostGroups(run, database)),
  }
}

/** When the last job of the burst was claimed. */
function burstEnd({ claims }: Run): number {
  return claims.reduce((last, { at_ms, job }) => (job.user === 0 ? Math.max(last, at_ms) : last), 0)
}

function waitingTimes(run: Run, ended: readonly Ended[]): Waiting[] {
  const start = run.world.burst_at_ms
  const end = burstEnd(run)
  const others = ended.filter((one) => one.class !== 'burst')
  const arrived = (from: number, to: number) => others.filter(({ record }) => record.at_ms >= from && record.at_ms < to)
  return [
    ...(['burst', 'large', 'regular', 'single'] as const).map((name) => {
      const users = run.world.users.filter((user) => user.class === name).length
      return waitingOf(
        `${name} (${users} ${users === 1 ? 'user' : 'users'})`,
        ended.filter((one) => one.class === name),
      )
    }),
    waitingOf('all but the burst: came before it', arrived(0, start)),
    waitingOf('all but the burst: came while it was queued', arrived(start, end)),
    waitingOf('all but the burst: came after it', arrived(end, Number.POSITIVE_INFINITY)),
  ]
}

function waitingOf(who: string, jobs: readonly Ended[]): Waiting {
  const waits = jobs
    .map(({ record }) => ((record.claimed_ms ?? Number.NaN) - record.submitted_ms) / 1000)
    .sort((a, b) => a - b)
  const at = (share: number) => waits[Math.floor((waits.length - 1) * share)] ?? Number.NaN
  return { who, jobs: jobs.length, mean: mean(waits), p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}

function pricesPaid({ world }: Run, ended: readonly Ended[]): Paid[] {
  const offers = new Map<string, number[]>()
  for (const { models, price_nano } of world.hosts)
    for (const model of models) offers.set(model, [...(offers.get(model) ?? []), Number(price_nano)])
  for (const prices of offers.values()) prices.sort((a, b) => a - b)
  const paidBy = (who: string, jobs: readonly Ended[]): Paid => {
    const sum = { paid: 0, cheapest: 0, median: 0, tokens: 0 }
    for (const { row } of jobs) {
      const prices = offers.get(row.model) ?? []
      sum.paid += Number(row.charged_nano)
      sum.tokens += row.tokens_generated
      sum.cheapest += row.tokens_generated * (prices[0] ?? 0)
      sum.median += row.tokens_generated * (prices[Math.floor(prices.length / 2)] ?? 0)
    }
    const { paid, tokens, cheapest, median } = sum
    return {
      who,
      jobs: jobs.length,
      mean: paid / tokens / 1e6,
      against_cheapest: paid / cheapest,
      against_median: paid / median,
    }
  }
  const completed = ended.filter(({ row }) => row.state === 'completed')
  const hurried = ({ record }: Ended) => world.users[record.user]?.hurried === true
  return [
    paidBy('all', completed),
    paidBy(
      'under the price guard',
      completed.filter((one) => !hurried(one)),
    ),
    paidBy('hurried: a limit of their own', completed.filter(hurried)),
    paidBy(
      'the burst',
      completed.filter((one) => one.class === 'burst'),
    ),
  ]
}

/** What the guard allowed: the middle limit in each tenth of the time, against the middle of all prices. */
function priceLimits({ world, simulated_ms }: Run, ended: readonly Ended[]) {
  const guarded = ended.filter(({ record }) => !world.users[record.user]?.hurried)
  return Array.from({ length: 10 }, (_, tenth) => {
    const limits = guarded
      .filter(({ record }) => Math.floor((10 * record.at_ms) / simulated_ms) === tenth)
      .map(({ row }) => Number(row.price_limit_nano))
      .sort((a, b) => a - b)
    const limit = limits[Math.floor(limits.length / 2)]
    const within = world.hosts.filter(({ price_nano }) => Number(price_nano) <= (limit ?? 0)).length
    return { limit: (limit ?? Number.NaN) / 1e6, jobs: limits.length, within: within / world.hosts.length }
  }).filter(({ jobs }) => jobs > 0)
}

async function hostGroups(run: Run, database: Database) {
  const hosts = await Promise.all(
    run.world.hosts.map(async (host, index) => {
      const row = await hostById(database, run.hostIds[index] as string)
      if (!row) throw new Error('a host is gone')
      return {
        price: Number(host.price_nano) / 1e6,
        busy: (run.busyMs[index] as number) / (host.slots * run.simulated_ms),
        jobs: row.jobs_completed,
        failed: row.jobs_failed,
        income: Number(row.earned_nano) / 1e9,
        sound: host.failure_rate < 0.05,
      }
    }),
  )
  const groups = (of: typeof hosts, by: 'price' | 'busy'): HostGroup[] => {
    const sorted = of.toSorted((a, b) => a[by] - b[by])
    return Array.from({ length: 10 }, (_, tenth) => {
      const group = sorted.slice((tenth * sorted.length) / 10, ((tenth + 1) * sorted.length) / 10)
      const over = (member: 'price' | 'busy' | 'jobs' | 'failed' | 'income') => mean(group.map((one) => one[member]))
      return {
        least: group[0]?.[by] ?? Number.NaN,
        most: group.at(-1)?.[by] ?? Number.NaN,
        hosts: group.length,
        price: over('price'),
        busy: over('busy'),
        jobs: over('jobs'),
        failed: over('failed'),
        income: over('income'),
      }
    })
  }
  const sound = hosts.filter((host) => host.sound)
  return {
    byPrice: groups(hosts, 'price'),
    byPriceSound: groups(sound, 'price'),
    byBusy: groups(hosts, 'busy'),
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
