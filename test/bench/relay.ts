import { startAnchor } from './anchors.ts'
import { type Figure, ratioOf } from './figure.ts'
import { type HostLine, openLine, type Way } from './host-line.ts'
import { latencies, type Sample, timed } from './measure.ts'
import { type BenchOptions, beat, type Scene, SUBMISSION, startScene } from './scene.ts'
import { ask, listen } from './wire.ts'

const HOSTS = 10
const BATCHES_PER_S = 20
const STREAMS = 1000
const TOKENS_PER_S = 20_000

interface Stream {
  job_id: string
  /** Whose it is, by its place. */
  host: number
  /** Tokens sent so far. */
  sent: number
}

/** A server with its streams, and how each of its hosts reaches it. */
export interface RelayTarget {
  url: string
  pid: number
  streams: Stream[]
  hosts: { host_id: string; line: HostLine }[]
  /** Since the last look, of each token. */
  delays: number[]
  close(): void
}

/** Tokens from a host to the buyer's event stream, against a bare relay without storage or checks. */
export async function measureRelay(options: BenchOptions): Promise<Figure> {
  const anchor = await startAnchor('./anchor-relay.ts')
  const scene = await startScene(options, { buyers: 8, hosts: HOSTS })
  const targets: RelayTarget[] = []
  try {
    const own = await openRelay(scene, 'channel')
    targets.push(own, await openTarget(anchor, scene, { way: 'calls', streams: own.streams }))
    const [ours, theirs] = (await relayRounds(targets, options)) as [Sample[], Sample[]]
    return {
      name: 'relay',
      what: `host's frame -> reader's event, ${STREAMS} streams, ${TOKENS_PER_S} tokens a second`,
      anchor: 'bare node relay, without storage, credentials or checks',
      goal: 'p50 <= 1.3 x the anchor; events per CPU second >= 0.85 x',
      ours,
      theirs,
      ratios: [
        ratioOf('p50_ms', ours, theirs, (ratio) => ratio <= 1.3),
        ratioOf('per_cpu_s', ours, theirs, (ratio) => ratio >= 0.85),
        ratioOf('p99_ms', ours, theirs),
      ],
    }
  } finally {
    for (const target of targets) target.close()
    anchor.stop()
    await scene.server.stop()
  }
}

/** Submits and claims as many jobs as there are streams, each host an equal share, with a reader of each. */
export async function openRelay(scene: Scene, way: Way): Promise<RelayTarget> {
  const { buyers, hosts, server } = scene
  const streams: Stream[] = []
  for (let at = 0; at < STREAMS; at++) {
    const host = at % hosts.length
    // On a busy machine this takes longer than a host may be silent.
    if (at % 100 === 0) await Promise.all(hosts.map((one) => beat(server.url, one)))
    const { host_id, authorization } = hosts[host] as Scene['hosts'][number]
    await ask(server.url, '/run/model', buyers[at % buyers.length] as string, { ...SUBMISSION, max_tokens: 4096 })
    const { job_id } = await ask<{ job_id: string }>(server.url, '/hosts/next-job', authorization, { host_id })
    streams.push({ job_id, host, sent: 0 })
  }
  return await openTarget(server, scene, { way, streams })
}

async function openTarget(
  { url, pid }: { url: string; pid: number },
  { buyers, hosts }: Scene,
  { way, streams }: { way: Way; streams: readonly Stream[] },
): Promise<RelayTarget> {
  const delays: number[] = []
  const closers: (() => void)[] = []
  for (const [at, { job_id }] of streams.entries()) {
    const authorization = buyers[at % buyers.length] as string
    closers.push(await listen(url, `/jobs/${job_id}/stream`, authorization, (text) => take(delays, text)))
  }
  const opened = hosts.map(async ({ host_id, authorization }) => ({
    host_id,
    line: await openLine(way, url, authorization),
  }))
  const lines = await Promise.all(opened)
  const close = () => {
    for (const { line } of lines) line.close()
    for (const stop of closers) stop()
  }
  return { url, pid, streams: streams.map((stream) => ({ ...stream })), hosts: lines, delays, close }
}

/** The samples of each target, in rounds in which each has its turn. */
export async function relayRounds(targets: readonly RelayTarget[], { full }: { full: boolean }): Promise<Sample[][]> {
  const seconds = full ? 10 : 4
  const rounds = full ? 5 : 3
  const samples: Sample[][] = targets.map(() => [])
  for (let at = -1; at < rounds; at++) {
    for (const [place, target] of targets.entries()) {
      target.delays.length = 0
      const sample = await timed(target.pid, async () => {
        await send(target, at < 0 ? 1 : seconds)
        return target.delays.length
      })
      if (at >= 0) samples[place]?.push({ ...sample, ...latencies(target.delays) })
    }
  }
  return samples
}

/** Each host sends one call for all of its streams at every tick; hosts are spread over the tick. */
async function send({ streams, hosts }: RelayTarget, seconds: number): Promise<void> {
  const per = TOKENS_PER_S / streams.length / BATCHES_PER_S
  const tick_ms = 1000 / BATCHES_PER_S
  await Promise.all(
    hosts.map(async ({ host_id, line }, at) => {
      const own = streams.filter(({ host }) => host === at)
      const start = performance.now() + (at * tick_ms) / hosts.length
      for (let tick = 0; tick < seconds * BATCHES_PER_S; tick++) {
        await sleep(start + tick * tick_ms - performance.now())
        const results = own.map((stream) => batch(stream, Math.floor((tick + 1) * per) - Math.floor(tick * per)))
        await line.ask('results', { host_id, results })
      }
    }),
  )
  await sleep(100)
}

/** Tokens that say when they were sent. */
function batch(stream: Stream, count: number) {
  const tokens = Array.from({ length: count }, () => `@${performance.now().toFixed(3)} `)
  const offset = stream.sent
  stream.sent += count
  return { job_id: stream.job_id, attempt: 1, offset, tokens }
}

function take(delays: number[], text: string): void {
  const now = performance.now()
  for (const [, sent] of text.matchAll(/@([\d.]+)/g)) delays.push(now - Number(sent))
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)))
