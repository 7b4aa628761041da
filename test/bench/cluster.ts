import { setTimeout as pause } from 'node:timers/promises'
import { type Figure, ratioOf } from './figure.ts'
import { cpuSeconds, latencies, type Sample } from './measure.ts'
import { type Engines, type Replicas, startEngines, startReplicas } from './replicas.ts'
import { type BenchOptions, MODEL, SUBMISSION } from './scene.ts'
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
  const waiting = options.full ? 2000 : 150
  const one = await startReplicas(engines, 1, { buyers: LANES, hosts: LANES }, options.under)
  const three = await startReplicas(engines, REPLICAS, { buyers: LANES, hosts: waiting }, options.under)
  try {
    const figures = await jobs(engines, one, three, options)
    figures.push(await looks(three, waiting))
    return [...figures, await relayed(three, options.full ? 1000 : 50, options)]
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
    await beat(url, [host])
  }
  throw new Error('a host that waits gets no job')
}

/** A host without heartbeats is inactive after 90 s, and gets nothing. */
async function beat(url: string, hosts: readonly Job['host'][]): Promise<void> {
  for (const { host_id, authorization } of hosts)
    await ask(url, '/hosts/heartbeat', authorization, { host_id, gpu_utilization: 0, available_models: [MODEL] })
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
  await beat(url(0), scene.hosts.slice(0, LANES))
  await Promise.all(scene.buyers.map((_, at) => lane(at)))
}

type Part = 'all' | 'servers' | 'postgres' | 'redis'
const PARTS: readonly Part[] = ['all', 'servers', 'postgres', 'redis']
/** Longer than a connection of Postgres keeps to itself what it did. */
const TOLD_MS = 1500

/** CPU us a job of everybody, and of each part. */
async function round(engines: Engines, replicas: Replicas, count: number): Promise<Record<Part, Sample>> {
  const now = () => ({
    ...engines.cpu(),
    servers: replicas.servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
  })
  const before = now()
  const commits = await replicas.commits()
  await runJobs(replicas, count)
  const after = now()
  await pause(TOLD_MS)
  const us = (part: 'servers' | 'postgres' | 'redis'): Sample => ({
    cpu_us: ((after[part] - before[part]) / count) * 1e6,
  })
  const parts = { servers: us('servers'), postgres: us('postgres'), redis: us('redis') }
  const all = { cpu_us: Object.values(parts).reduce((sum, { cpu_us = 0 }) => sum + cpu_us, 0) }
  parts.postgres.commits = ((await replicas.commits()) - commits) / count
  return { ...parts, all }
}

async function jobs(engines: Engines, one: Replicas, three: Replicas, { full }: BenchOptions): Promise<Figure[]> {
  const count = full ? 400 : 60
  const ours: Record<Part, Sample>[] = []
  const theirs: Record<Part, Sample>[] = []
  for (const replicas of [one, three]) await runJobs(replicas, count)
  for (let at = 0; at < (full ? 7 : 3); at++) {
    theirs.push(await round(engines, one, count))
    ours.push(await round(engines, three, count))
  }
  console.error(JSON.stringify({ ours, theirs }))
  return PARTS.map((part) => {
    const [mine, single] = [ours.map((sample) => sample[part]), theirs.map((sample) => sample[part])]
    return {
      name: `cluster-job-${part}`,
      what: `CPU of a job of ${PIECES * BATCHES} pieces in ${BATCHES} batches, read, ${LANES} at a time: ${part}`,
      anchor: 'the same jobs on one server with Redis',
      goal: part === 'all' ? '<= 1.15 x' : '',
      ours: mine,
      theirs: single,
      ratios: [
        ratioOf('cpu_us', mine, single, part === 'all' ? (ratio) => ratio <= 1.15 : undefined),
        ...(part === 'postgres' ? [ratioOf('commits', mine, single)] : []),
      ],
    }
  })
}

const looksSoFar = async ({ servers }: Replicas) => {
  const texts = servers.map(async ({ url }) => {
    const answer = await fetch(`${url}/metrics`, { headers: { accept: 'text/plain' } })
    return Number(/^mkt_waiting_looks_total (\d+)/m.exec(await answer.text())?.[1] ?? 0)
  })
  return (await Promise.all(texts)).reduce((sum, looks) => sum + looks, 0)
}

/** How many hosts look for work on account of a job, of many that wait at three replicas. */
async function looks(three: Replicas, waiting: number): Promise<Figure> {
  const { servers, scene } = three
  const url = (at: number) => (servers[at % servers.length] as Replicas['servers'][number]).url
  await beat(url(0), scene.hosts)
  const polls = scene.hosts.map(({ host_id, authorization }, at) =>
    ask<{ job_id: string } | null>(url(at), '/hosts/next-job', authorization, { host_id, wait_seconds: 30 }),
  )
  // All have looked once by themselves.
  await pause(waiting * 10)
  const before = await looksSoFar(three)
  const count = Math.floor(waiting / 3)
  for (let job = 0; job < count; job++)
    await ask(url(job), '/run/model', scene.buyers[job % LANES] as string, SUBMISSION)
  await pause(500)
  const each = ((await looksSoFar(three)) - before) / count
  const taken = (await Promise.all(polls)).filter(Boolean).length
  if (taken !== count) throw new Error(`${taken} of ${count} jobs were taken`)
  const ours = [{ looks: each }]
  return {
    name: 'cluster-looks',
    what: `looks for work a job, ${waiting} hosts waiting at ${REPLICAS} replicas`,
    anchor: 'one, by the host that gets it',
    goal: '<= 1.2',
    ours,
    theirs: [{ looks: 1 }],
    ratios: [ratioOf('looks', ours, [{ looks: 1 }], (ratio) => ratio <= 1.2)],
  }
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
  await beat(url(0), scene.hosts.slice(0, LANES))
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
