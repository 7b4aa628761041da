import { setTimeout as pause } from 'node:timers/promises'
import { looks } from './cluster-looks.ts'
import { type Figure, ratioOf } from './figure.ts'
import { cpuSeconds, latencies, type Sample } from './measure.ts'
import { type Engines, type Replicas, startEngines, startReplicas } from './replicas.ts'
import { type BenchOptions, beat, SUBMISSION } from './scene.ts'
import { ask, listen } from './wire.ts'

const REPLICAS = 3
const LANES = 8
const PIECES = 10
const BATCHES = 20
const PATIENCE_MS = 30_000

/** What one job costs everybody together, on three replicas against one, and what else several servers add. */
export async function measureCluster(options: BenchOptions): Promise<Figure[]> {
  const engines = await startEngines()
  if ('why' in engines) {
    console.error(`cluster is not measured: ${engines.why}`)
    return []
  }
  // The same people at both: what a submission reads grows with the hosts of its model.
  const people = { buyers: LANES, hosts: LANES }
  const one = await startReplicas(engines, 1, people, options.under)
  const three = await startReplicas(engines, REPLICAS, people, options.under)
  try {
    const figures = await jobs(engines, one, three, options)
    figures.push(await relayed(three, options.full ? 1000 : 50, options))
    return [...figures, await looks(three, options.full ? 2000 : 150)]
  } finally {
    await one.stop()
    await three.stop()
    await engines.stop()
  }
}

interface Job {
  buyer: string
  host: { host_id: string; authorization: string }
  /** Where it is submitted, run and read. */
  urls: [string, string, string]
}

/** Hosts get jobs by turns, whoever submits beside them: whose one is. */
const submitters = new Map<string, string>()

/** A host may have a job before its submission is answered. */
async function buyerOf(jobId: string): Promise<string> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; ) {
    const buyer = submitters.get(jobId)
    if (buyer !== undefined) return buyer
    await pause(1)
  }
  throw new Error(`nobody here submitted ${jobId}`)
}

async function submit(url: string, buyer: string, max_tokens: number): Promise<void> {
  const { job_id } = await ask<{ job_id: string }>(url, '/run/model', buyer, { ...SUBMISSION, max_tokens })
  submitters.set(job_id, buyer)
}

/** One job: submitted, claimed, its pieces sent in batches, read to its end. */
async function runJob({ buyer, host, urls: [submitted, run, read] }: Job): Promise<void> {
  const { host_id, authorization } = host
  await submit(submitted, buyer, PIECES * BATCHES)
  const job_id = await claimed(run, host)
  const { promise, resolve } = Promise.withResolvers<void>()
  const close = await listen(read, `/jobs/${job_id}/stream`, await buyerOf(job_id), (text) => {
    if (text.includes('[DONE]')) resolve()
  })
  for (let batch = 0; batch < BATCHES; batch++) {
    const tokens = Array.from({ length: PIECES }, () => 'word ')
    const end = batch === BATCHES - 1 ? { finish_reason: 'stop' } : {}
    const results = [{ job_id, offset: batch * PIECES, tokens, ...end }]
    await ask(run, '/hosts/results', authorization, { host_id, results })
  }
  await promise
  close()
}

/** A host whose heartbeats were too long ago, as on a busy machine, says that it is there and asks again. */
async function claimed(url: string, host: Job['host']): Promise<string> {
  for (const until = performance.now() + 4 * PATIENCE_MS; performance.now() < until; ) {
    const offer = { host_id: host.host_id, wait_seconds: 20 }
    const got = await ask<{ job_id: string } | null>(url, '/hosts/next-job', host.authorization, offer)
    if (got) return got.job_id
    await beat(url, host)
  }
  throw new Error('a host that waits gets no job')
}

/** Of several replicas no job has its submission, its host and its reader at the same one. */
async function runJobs({ servers, scene }: Replicas, count: number): Promise<void> {
  const url = (at: number) => (servers[at % servers.length] as Replicas['servers'][number]).url
  let begun = 0
  const lane = async (at: number) => {
    const [buyer, host] = [scene.buyers[at] as string, scene.hosts[at] as Job['host']]
    for (let job = begun++; job < count; job = begun++)
      await runJob({ buyer, host, urls: [url(job), url(job + 1), url(job + 2)] })
  }
  for (const host of scene.hosts) await beat(url(0), host)
  await Promise.all(scene.buyers.map((_, at) => lane(at)))
}

type Part = 'all' | 'servers' | 'postgres' | 'redis'
const PARTS: readonly Part[] = ['all', 'servers', 'postgres', 'redis']
/** Longer than a connection of Postgres keeps to itself what it did. */
const TOLD_MS = 1500
const IDLE_MS = 4000

/** CPU seconds so far. */
type Used = Record<Exclude<Part, 'all'>, number>

/** CPU us a job of each part beyond what it takes without any, of all of them, and what all take in all. */
type Round = Record<Part | 'gross' | 'idle', Sample>

const usedSoFar = (engines: Engines, { servers }: Replicas): Used => ({
  ...engines.cpu(),
  servers: servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
})

/** What each takes in a second without a job; Postgres and Redis for all servers that there are. */
async function idleOf(engines: Engines, replicas: Replicas): Promise<Used> {
  const before = usedSoFar(engines, replicas)
  await pause(IDLE_MS)
  const after = usedSoFar(engines, replicas)
  const each = (part: keyof Used) => ((after[part] - before[part]) * 1000) / IDLE_MS
  return { servers: each('servers'), postgres: each('postgres'), redis: each('redis') }
}

async function round(engines: Engines, replicas: Replicas, count: number): Promise<Round> {
  const idle = await idleOf(engines, replicas)
  const [before, commits, writes] = [usedSoFar(engines, replicas), await replicas.commits(), await replicas.writes()]
  const begun = performance.now()
  await runJobs(replicas, count)
  const seconds = (performance.now() - begun) / 1000
  const after = usedSoFar(engines, replicas)
  await pause(TOLD_MS)
  const parts = ['servers', 'postgres', 'redis'] as const
  const sum = (of: (part: keyof Used) => number) => parts.reduce((all, part) => all + of(part), 0)
  const gross = (part: keyof Used) => ((after[part] - before[part]) / count) * 1e6
  const net = (part: keyof Used) => gross(part) - ((idle[part] * seconds) / count) * 1e6
  return {
    ...{ servers: { cpu_us: net('servers') }, redis: { cpu_us: net('redis') } },
    postgres: {
      cpu_us: net('postgres'),
      commits: ((await replicas.commits()) - commits) / count,
      writes: ((await replicas.writes()) - writes) / count,
    },
    ...{ all: { cpu_us: sum(net) }, gross: { cpu_us: sum(gross) }, idle: { busy: idle.servers } },
  }
}

async function jobs(engines: Engines, one: Replicas, three: Replicas, { full }: BenchOptions): Promise<Figure[]> {
  const count = full ? 400 : 60
  const ours: Round[] = []
  const theirs: Round[] = []
  // Every server has had as many before it is measured: the first some hundred cost more each.
  for (const replicas of [one, three]) await runJobs(replicas, replicas.servers.length * count)
  for (let at = 0; at < (full ? 7 : 3); at++) {
    theirs.push(await round(engines, one, count))
    ours.push(await round(engines, three, count))
  }
  const of = (part: keyof Round) => ({
    anchor: 'the same on one server with Redis',
    ours: ours.map((sample) => sample[part]),
    theirs: theirs.map((sample) => sample[part]),
  })
  const figureOf = (part: Part | 'gross'): Figure => {
    const compared = of(part)
    const meets = part === 'all' ? (ratio: number) => ratio <= 1.15 : undefined
    const ratio = (member: 'cpu_us' | 'commits' | 'writes') => ratioOf(member, compared.ours, compared.theirs, meets)
    return {
      name: `cluster-job-${part}`,
      what: `CPU of a job of ${PIECES * BATCHES} pieces in ${BATCHES} batches, read, ${LANES} at a time: ${SAID[part]}`,
      goal: part === 'all' ? '<= 1.15 x' : '',
      ...compared,
      ratios: [ratio('cpu_us'), ...(part === 'postgres' ? [ratio('commits'), ratio('writes')] : [])],
    }
  }
  const idle = of('idle')
  const ratios = [ratioOf('busy', idle.ours, idle.theirs)]
  const what = `what ${REPLICAS} servers take without a job`
  return [...PARTS, 'gross' as const].map(figureOf).concat([{ name: 'cluster-idle', what, goal: '', ...idle, ratios }])
}

const SAID: Record<Part | 'gross', string> = {
  all: 'all together, without what they take idle',
  servers: 'the servers, without what they take idle',
  postgres: 'Postgres, without what it takes idle',
  redis: 'Redis, without what it takes idle',
  gross: 'all together, with what they take idle meanwhile',
}

const RELAY_MS = 5_000
const EVERY_MS = 50

/** From a host's call to its reader, who is at another replica, against one at the same. */
async function relayed(three: Replicas, streams: number, { full }: BenchOptions): Promise<Figure> {
  const ours: Sample[] = []
  const theirs: Sample[] = []
  for (let at = 0; at < (full ? 5 : 2); at++) {
    theirs.push(await relay(three, streams, 0))
    ours.push(await relay(three, streams, 1))
  }
  return {
    name: 'cluster-relay',
    what: `a piece from host to reader at another replica, ${streams} streams of ${1000 / EVERY_MS} pieces a second`,
    anchor: 'a reader at the same replica',
    goal: 'p50 + 0.5 ms, p99 + 3 ms',
    ours,
    theirs,
    ratios: [ratioOf('p50_ms', ours, theirs), ratioOf('p99_ms', ours, theirs)],
  }
}

/** One host runs some of the streams, and sends a piece of each in one call. */
async function relay({ servers, scene }: Replicas, streams: number, away: number): Promise<Sample> {
  const url = (at: number) => (servers[at % servers.length] as Replicas['servers'][number]).url
  for (const host of scene.hosts) await beat(url(0), host)
  const delays: number[] = []
  const closing: (() => void)[] = []
  const lanes = scene.hosts.slice(0, LANES).map(({ host_id, authorization }, at) => ({
    ...{ host_id, authorization, run: url(at), read: url(at + away), buyer: scene.buyers[at] as string },
    jobs: [] as string[],
  }))
  for (let stream = 0; stream < streams; stream++) {
    const lane = lanes[stream % LANES] as (typeof lanes)[number]
    const { host_id, authorization, run, read, buyer } = lane
    await submit(run, buyer, 4096)
    const job_id = await claimed(run, { host_id, authorization })
    lane.jobs.push(job_id)
    closing.push(
      await listen(read, `/jobs/${job_id}/stream`, await buyerOf(job_id), (text) => {
        const now = performance.now()
        for (const [, sent] of text.matchAll(/"token":"([\d.]+) /g)) delays.push(now - Number(sent))
      }),
    )
  }
  const rounds = RELAY_MS / EVERY_MS
  const send = async ({ host_id, authorization, run, jobs: all }: (typeof lanes)[number]) => {
    for (let offset = 0; offset < rounds; offset++) {
      const at = performance.now()
      const end = offset === rounds - 1 ? { finish_reason: 'stop' } : {}
      const results = all.map((job_id) => ({ job_id, offset, tokens: [`${at} `], ...end }))
      await ask(run, '/hosts/results', authorization, { host_id, results })
      await pause(Math.max(0, EVERY_MS - (performance.now() - at)))
    }
  }
  await Promise.all(lanes.map(send))
  await pause(200)
  for (const close of closing) close()
  // The first piece of each waits for its reader's subscription.
  return latencies(delays.slice(streams))
}
