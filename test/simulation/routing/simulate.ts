import type { WarmChains } from '../../../server/src/live/warm-chains.ts'
import { ingest } from '../../../server/src/market/attempts/ingest.ts'
import { nextJob } from '../../../server/src/market/broker/next-job.ts'
import { WarmHosts } from '../../../server/src/market/broker/warm-hosts.ts'
import { takeHeartbeat } from '../../../server/src/market/hosts/heartbeat.ts'
import { submit } from '../../../server/src/market/jobs/submit.ts'
import { Chance } from '../../load/chance.ts'
import { SimulatedClock } from '../simulated-clock.ts'
import { openSimulatedMarket } from './market.ts'
import { type Arrival, MIDDLE_NANO, makeWorld, type WorldOptions } from './world.ts'

const HEARTBEAT_MS = 30_000
const POLL_MS = 30_000
// Before the first token of a job.
const OVERHEAD_MS = 300
const PIECES = Array<string>(512).fill('a')

export interface JobRecord extends Arrival {
  job_id: string
  submitted_ms: number
  /** When it entered the queue, the last time. */
  queued_ms: number
  /** When a host first had it. */
  claimed_ms: number | undefined
  /** Its conversation, and its place there, from 0. */
  talk: string
  turn: number
  excluded: number[]
}

export interface ClaimRecord {
  at_ms: number
  job: JobRecord
  host: number
  /** When its job last entered the queue. */
  queued_ms: number
}

export interface SimulationOptions extends WorldOptions {
  /** An empty folder for the database. */
  folder: string
  /** What a user asks of a model is one conversation, which grows by a turn with each job. */
  conversations?: boolean
  /** Nobody is preferred for what it has read. */
  cold?: boolean
  progress?: (ended: number, simulated_ms: number) => void
}

const NOBODY: WarmChains = { note: () => undefined, hostsOf: () => [] }
/** A turn is some sentences; what is longer than a prompt may be begins anew. */
const TURN_CHARS = 300
const MOST_TURNS = 10
/** That a user has with a model at once. */
const TALKS = 6

/** The next turn of one of a user's conversations with a model, each of which ends after MOST_TURNS. */
function nextTurn(counts: Map<string, number>, who: string): { talk: string; turn: number } {
  const count = counts.get(who) ?? 0
  counts.set(who, count + 1)
  const turns = Math.floor(count / TALKS)
  return { talk: `${who} ${count % TALKS}.${Math.floor(turns / MOST_TURNS)}`, turn: turns % MOST_TURNS }
}

/** The text of a conversation up to a turn: each begins with all that was before. */
function conversation(talk: string, turn: number): string {
  return Array.from({ length: turn + 1 }, (_, at) => `${talk} ${at} `.padEnd(TURN_CHARS, 'a')).join('')
}

export type Simulation = Awaited<ReturnType<typeof simulate>>

/**
 * Runs a world to the end of its last job: buyers submit, a loop for each slot of each host polls and works, hosts
 * send heartbeats. Time passes only while nothing else can happen, so a run repeats from its seed.
 */
export async function simulate(options: SimulationOptions) {
  const world = makeWorld(options)
  const clock = new SimulatedClock()
  const opened = await openSimulatedMarket(`${options.folder}/mkt.db`, world, clock, options.seed)
  const { market, quiet, userIds, hostIds } = opened
  if (options.cold) market.warm = new WarmHosts(NOBODY, '')
  const turns = new Map<string, number>()
  const busyMs = world.hosts.map(() => 0)
  const busySlots = world.hosts.map(() => 0)
  const jobs = new Map<string, JobRecord>()
  const claims: ClaimRecord[] = []
  const announcements = new Map<string, PromiseWithResolvers<JobRecord>>()
  /** A host that waits hears of a job before the one who submitted it does. */
  const announced = (job_id: string) => {
    const known = announcements.get(job_id) ?? Promise.withResolvers<JobRecord>()
    announcements.set(job_id, known)
    return known
  }
  let ended = 0
  let failure: { error: unknown } | undefined
  /** Starts something that runs by itself; its failure is the run's. */
  const start = (work: () => Promise<void>) =>
    void work().catch((error) => {
      failure ??= { error }
    })

  async function buy(arrival: Arrival): Promise<void> {
    const { user, model, max_tokens } = arrival
    const limit = world.users[user]?.hurried ? { max_price_per_token: 2n * MIDDLE_NANO } : {}
    const { talk, turn } = options.conversations ? nextTurn(turns, `${user} ${model}`) : { talk: '', turn: 0 }
    const input_text = options.conversations ? conversation(talk, turn) : 'Say a.'
    const terms = { model, input_text, max_tokens, temperature: 0.7, ...limit }
    const { job_id } = await submit(market, userIds[user] as string, terms)
    const submitted_ms = clock.monotonic()
    const times = { submitted_ms, queued_ms: submitted_ms, claimed_ms: undefined }
    const job: JobRecord = { ...arrival, ...times, job_id, talk, turn, excluded: [] }
    jobs.set(job_id, job)
    announced(job_id).resolve(job)
  }

  async function shop(): Promise<void> {
    for (const arrival of world.arrivals) {
      if (arrival.at_ms > clock.monotonic()) await clock.pause(arrival.at_ms - clock.monotonic())
      start(() => buy(arrival))
    }
  }

  async function work(host: number, gone: AbortSignal): Promise<void> {
    const host_id = hostIds[host] as string
    const offer = await nextJob(market, { host_id, instance: null, wait_ms: POLL_MS, gone })
    if (!offer) return
    const job = await announced(offer.job_id).promise
    const { tokens_per_s, failure_rate } = world.hosts[host] as (typeof world.hosts)[number]
    claims.push({ at_ms: clock.monotonic(), job, host, queued_ms: job.queued_ms })
    job.claimed_ms ??= clock.monotonic()
    const chance = new Chance(options.seed, job.job_id, offer.attempt)
    const breaks = chance.next() < failure_rate
    const whole = OVERHEAD_MS + (1000 * job.tokens) / tokens_per_s
    const began = clock.monotonic()
    busySlots[host] = (busySlots[host] as number) + 1
    await clock.pause(breaks ? whole * chance.next() : whole)
    busySlots[host] = (busySlots[host] as number) - 1
    busyMs[host] = (busyMs[host] as number) + clock.monotonic() - began
    job.queued_ms = clock.monotonic()
    if (breaks) job.excluded.push(host)
    const said = breaks
      ? { tokens: [], error: { code: 'host_error' as const, message: '', retryable: true } }
      : { tokens: PIECES.slice(0, job.tokens), finish_reason: 'stop' as const }
    const result = { job_id: job.job_id, attempt: offer.attempt, offset: 0, ...said }
    const [answer] = await ingest(market, { host_id, results: [result] })
    if (answer?.state === 'completed' || answer?.state === 'failed') ended++
    else if (!breaks || answer?.state !== 'lost') throw new Error(`a finished job is ${answer?.state}`)
  }

  async function slot(host: number): Promise<void> {
    const { signal } = new AbortController()
    while (ended < world.arrivals.length) await work(host, signal)
  }

  async function beat(host: number): Promise<void> {
    const { models, own_use, slots } = world.hosts[host] as (typeof world.hosts)[number]
    await clock.pause(HEARTBEAT_MS * new Chance(options.seed, 'beat', host).next())
    while (ended < world.arrivals.length) {
      const gpu_utilization = own_use + (1 - own_use) * ((busySlots[host] as number) / slots)
      await takeHeartbeat(market, { host_id: hostIds[host] as string, gpu_utilization, available_models: models })
      await clock.pause(HEARTBEAT_MS)
    }
  }

  for (const [host, { slots }] of world.hosts.entries()) {
    for (let number = 0; number < slots; number++) start(() => slot(host))
    start(() => beat(host))
  }
  start(shop)
  while (ended < world.arrivals.length && !failure) {
    await quiet()
    options.progress?.(ended, clock.monotonic())
    if (ended < world.arrivals.length && !clock.step()) throw new Error('jobs wait, and nothing will ever happen')
  }
  market.waiting.dismiss()
  await quiet()
  if (failure) throw failure.error
  return { world, market, userIds, hostIds, jobs: [...jobs.values()], claims, busyMs, simulated_ms: clock.monotonic() }
}
