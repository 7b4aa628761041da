import type { Routing } from '@mkt/schemas'
import type { Deadlines, TextSoFar } from '../../live/streams.ts'
import { bitOf } from '../../storage/capability-mask.ts'
import { type Tx, together } from '../../storage/database.ts'
import { AS_USUAL, deadlinesOf } from '../attempts/deadlines.ts'
import { textSoFar } from '../attempts/text-so-far.ts'
import type { Market } from '../deps.ts'
import { serveTurn } from '../jobs/queue-store.ts'
import { claimJob } from '../jobs/store.ts'
import { PROBATION_JOBS } from '../trust/probation.ts'
import { countHeld } from './held-store.ts'
import { continuedJobFor, oldestJobFor, oldestOf, oldestOwnJob, type QueuedJob } from './line-store.ts'
import { claimable, type Probation } from './probation.ts'
import { type Candidate, candidateOf, reasonFor, WARM_REASON } from './rank.ts'
import type { Standings } from './standing.ts'
import { FRONT, freeUserInTurn, type ServedQueue, usersInTurn } from './turn-store.ts'
import type { ClaimingHost, Promising } from './work-store.ts'

/** A job that a host has just got: the row as claimed. */
export type Claimed = Pick<
  QueuedJob,
  'job_id' | 'model' | 'input_text' | 'max_tokens' | 'temperature' | 'attempt' | 'options_json'
> & {
  deadlines: Deadlines
  /** What earlier attempts wrote of its text: it goes on from there. */
  before?: TextSoFar | undefined
}

export interface Claimant {
  host: ClaimingHost
  /** Of what it can do, what it is asked for now; all of it where that is not said. */
  may?: number | undefined
  /** Models of which the host gets few and short jobs. */
  probation: Probation
  /** How far it is believed, by model; without it as one's own. */
  standings?: Standings
  instance: string | null
  poll?: number | undefined
  /** The job of whose prompt it has read the beginning, where it is asked for one. */
  warm_for?: string | undefined
  /** Other hosts that were waiting for the same work, for the buyer to read why this one got it. */
  rivals: () => readonly Candidate[]
}

// The first user in turn nearly always has a job that the host may run.
const FIRST_PAGE = 2
const PAGE = 32

/**
 * Claims for a host the next job that it may run: of the users with waiting jobs the one unserved for longest, of
 * that user's jobs the oldest. `promising` are the models of which there may be one. The claim is a lease; its live
 * stream is open when this resolves.
 */
export async function claim(market: Market, claimant: Claimant, promising: Promising): Promise<Claimed | undefined> {
  if (promising.models.length === 0) return undefined
  const over = market.streams.expect(claimant.host.host_id)
  try {
    return await market.database.transaction((tx) => claimIn(tx, market, claimant, promising))
  } finally {
    over()
  }
}

/** The same in a transaction of the caller's, which sees what that wrote, and which the host's streams expect. */
export async function claimIn(
  tx: Tx,
  market: Market,
  claimant: Claimant,
  { models, own }: Promising,
): Promise<Claimed | undefined> {
  const { probation, standings, may = EVERYTHING } = claimant
  const host = { ...claimant.host, may }
  const freeFor = (some: readonly string[]) =>
    freeUserInTurn(tx, { ...host, now: market.clock.now() }, { models: some, probation, standings })
  // Asked for beside the count, in one round trip (Postgres): nearly always the host may have a job of all of them.
  const [held, early] = await together(
    tx,
    () => heldBefore(tx, market, claimant),
    async () => (own.length === 0 && tx.dialect === 'postgres' ? await freeFor(models) : undefined),
  )
  const allowed = claimable(host, held, models, probation)
  if (allowed.length === 0) return undefined
  const mine = own.filter((model) => allowed.includes(model))
  const aimed = mine.length > 0 ? await claimOwn(tx, market, claimant, mine) : undefined
  if (aimed) return aimed
  const asked = { models: allowed, probation, standings }
  const free = early && allowed.length === models.length ? early : await freeFor(allowed)
  const claimed = free.length > 0 ? await claimOf(tx, market, free, claimant) : undefined
  if (claimed) return claimed
  let after = FRONT
  let split: ServedQueue[] = []
  for (let limit = FIRST_PAGE; ; limit = PAGE) {
    const page = await usersInTurn(tx, { host, ...asked, after, limit })
    const users = byUser([...split, ...page])
    // The last user's other queues may be on the next page.
    split = page.length < limit ? [] : (users.pop() ?? [])
    for (const queues of users) {
      const claimed = await claimOf(tx, market, queues, claimant)
      if (claimed) return claimed
    }
    if (page.length < limit) return undefined
    after = page[page.length - 1] as ServedQueue
  }
}

/**
 * How many jobs the host holds. Its claims are counted one after the other: it never holds more than it may, however
 * many of its slots ask. On SQLite no other process claims: where all under way here would fit, nothing is counted.
 */
async function heldBefore(tx: Tx, market: Market, { host, probation }: Claimant): Promise<number> {
  // Without this one.
  const most = market.streams.mostOf(host.host_id) - 1
  const allowed = probation.size > 0 ? Math.min(host.concurrency, PROBATION_JOBS) : host.concurrency
  return tx.dialect === 'sqlite' && most < allowed ? most : await countHeld(tx, host.host_id)
}

/** What its owner aims at a host comes before what others want: nobody else can run that, and it is the owner's. */
async function claimOwn(
  tx: Tx,
  market: Market,
  claimant: Claimant,
  models: readonly string[],
): Promise<Claimed | undefined> {
  const { host, probation, may = EVERYTHING } = claimant
  return await claimFirst(tx, market, claimant, () =>
    oldestOwnJob(tx, { ...host, may, now: market.clock.now() }, { models, probation }),
  )
}

/** The user's oldest job that the host may run. */
function claimOf(
  tx: Tx,
  market: Market,
  queues: readonly ServedQueue[],
  claimant: Claimant,
): Promise<Claimed | undefined> {
  return claimFirst(tx, market, claimant, () =>
    oldestOfUser(tx, queues, { host_id: claimant.host.host_id, now: market.clock.now() }),
  )
}

/** What is found; where another claim took it first (Postgres), what is found then. */
async function claimFirst(
  tx: Tx,
  market: Market,
  claimant: Claimant,
  find: () => Promise<QueuedJob | undefined>,
): Promise<Claimed | undefined> {
  while (true) {
    const job = await find()
    if (!job) return undefined
    const { host, probation } = claimant
    const left = { model: job.model, max_tokens: job.max_tokens - job.prefix_tokens }
    const deadlines = deadlinesOf(market, probation.has(job.model) ? AS_USUAL : host, left)
    const before = await textSoFar(tx, job)
    if (await take(tx, market, { ...job, deadlines, before }, claimant))
      return { ...job, ...left, deadlines, before, attempt: job.attempt + 1 }
  }
}

const PREFIX = bitOf('prefix')
/** All bits. */
const EVERYTHING = 0x7fffffff

/** Neighbouring entries of one user belong together: the user's oldest job counts, whatever its model. */
function byUser(page: readonly ServedQueue[]): ServedQueue[][] {
  const groups: ServedQueue[][] = []
  for (const queue of page) {
    const last = groups.at(-1)
    if (last?.[0]?.user_id === queue.user_id) last.push(queue)
    else groups.push([queue])
  }
  return groups
}

async function oldestOfUser(
  tx: Tx,
  queues: readonly ServedQueue[],
  host: Pick<ClaimingHost, 'host_id'> & { now: number },
): Promise<QueuedJob | undefined> {
  const able = queues.filter(({ capabilities }) => (capabilities & PREFIX) !== 0)
  const [continued, others] = await together(
    tx,
    () => together(tx, ...able.map((queue) => () => continuedJobFor(tx, { ...queue, ...host }))),
    () => together(tx, ...queues.map((queue) => () => oldestJobFor(tx, { ...queue, ...host }))),
  )
  // Whoever reads it waits in the middle of a sentence.
  return oldestOf(continued) ?? oldestOf(others)
}

async function take(
  tx: Tx,
  market: Market,
  job: QueuedJob & { deadlines: Deadlines; before: TextSoFar | undefined },
  { host, instance, poll, rivals, warm_for }: Claimant,
): Promise<boolean> {
  const read = warm_for === job.job_id || market.waiting.isKeptFor(job.job_id, host.host_id)
  const warm = read ? { reason: WARM_REASON } : {}
  const routing_json = JSON.stringify({ ...routingOf(job, host, rivals()), ...warm })
  const { job_id, model, max_tokens, needs, attempt, created_at, deadlines, before } = job
  const { host_id } = host
  const now = market.clock.now()
  const prices = { price_nano: job.asked_nano, input_price_nano: job.asked_input_nano }
  const won = await claimJob(tx, { job_id, attempt, host_id, instance, ...prices, now, routing_json })
  if (!won) return false
  await serveTurn(tx, job)
  tx.onCommit(() => {
    const of = { host_id, instance, poll, max_tokens, needs, created_at, deadlines, before }
    market.streams.open({ job_id, model, attempt: attempt + 1, ...of })
    market.figures.claimed(model)
    market.warm.served(job, host_id)
    market.changes.tell(job.user_id, 'jobs')
  })
  return true
}

/** Routing as stored: money as text, since JSON has no bigint. */
export type StoredRouting = Omit<Routing, 'price_per_token' | 'price_per_input_token' | 'price_limit'> & {
  price_nano: string
  limit_nano: string
  input_price_nano?: string
}

function routingOf(job: QueuedJob, host: ClaimingHost, rivals: readonly Candidate[]): StoredRouting {
  const { asked_nano: price_nano, asked_input_nano: input_price_nano } = job
  return {
    price_nano: String(price_nano),
    limit_nano: String(job.price_limit_nano),
    ...(input_price_nano > 0n ? { input_price_nano: String(input_price_nano) } : {}),
    gpu_utilization: host.gpu_utilization ?? 0,
    waiting_hosts: rivals.length + 1,
    reason: reasonFor({ ...candidateOf(host), price_nano: price_nano + input_price_nano }, rivals),
  }
}
