import { startAnchor } from './anchors.ts'
import { type Figure, ratioOf } from './figure.ts'
import { latencies, type Sample, timed } from './measure.ts'
import { type BenchOptions, type Scene, SUBMISSION, startScene } from './scene.ts'
import { ask, listen } from './wire.ts'

const HOSTS = 10
const BATCHES_PER_S = 20
const STREAMS = 1000
const TOKENS_PER_S = 20_000

interface Stream {
  job_id: string
  host: Scene['hosts'][number]
  /** Tokens sent so far. */
  sent: number
}

/** Tokens from a host's POST to the buyer's event stream, against a bare relay without storage or checks. */
export async function measureRelay(options: BenchOptions): Promise<Figure> {
  const [count, rate] = [STREAMS, TOKENS_PER_S]
  const seconds = options.full ? 10 : 4
  const rounds = options.full ? 5 : 3
  const anchor = await startAnchor('./anchor-relay.ts')
  const { server, buyers, hosts } = await startScene(options, { buyers: 8, hosts: HOSTS })
  const delays: number[] = []
  const closers: (() => void)[] = []
  const ours: Sample[] = []
  const theirs: Sample[] = []
  try {
    const streams = await startStreams(server.url, buyers, hosts, count)
    const targets = [server, anchor].map((target) => ({ ...target, streams: streams.map((stream) => ({ ...stream })) }))
    for (const target of targets) {
      for (const [at, { job_id }] of target.streams.entries()) {
        const authorization = buyers[at % buyers.length] as string
        closers.push(await listen(target.url, `/jobs/${job_id}/stream`, authorization, (text) => take(delays, text)))
      }
    }
    for (let at = -1; at < rounds; at++) {
      for (const { url, pid, streams } of targets) {
        delays.length = 0
        const sample = await timed(pid, async () => {
          await send(url, streams, rate, at < 0 ? 1 : seconds)
          return delays.length
        })
        if (at >= 0) (url === server.url ? ours : theirs).push({ ...sample, ...latencies(delays) })
      }
    }
  } finally {
    for (const close of closers) close()
    anchor.stop()
    await server.stop()
  }
  return {
    name: 'relay',
    what: `host's POST -> reader's event, ${count} streams, ${rate} tokens a second`,
    anchor: 'bare node relay, without storage, credentials or checks',
    goal: 'p50 <= 1.5 x the anchor; events per CPU second >= 0.8 x',
    ours,
    theirs,
    ratios: [
      ratioOf('p50_ms', ours, theirs, (ratio) => ratio <= 1.5),
      ratioOf('per_cpu_s', ours, theirs, (ratio) => ratio >= 0.8),
      ratioOf('p99_ms', ours, theirs),
    ],
  }
}

/** Submits and claims so many jobs: each host runs an equal share. */
async function startStreams(url: string, buyers: string[], hosts: Scene['hosts'], count: number): Promise<Stream[]> {
  const streams: Stream[] = []
  for (let at = 0; at < count; at++) {
    const host = hosts[at % hosts.length] as Scene['hosts'][number]
    await ask(url, '/run/model', buyers[at % buyers.length] as string, { ...SUBMISSION, max_tokens: 4096 })
    const { job_id } = await ask<{ job_id: string }>(url, '/hosts/next-job', host.authorization, {
      host_id: host.host_id,
    })
    streams.push({ job_id, host, sent: 0 })
  }
  return streams
}

/** Each host sends one call for all of its streams at every tick; hosts are spread over the tick. */
async function send(url: string, streams: Stream[], rate: number, seconds: number): Promise<void> {
  const byHost = [...Map.groupBy(streams, ({ host }) => host)]
  const per = rate / streams.length / BATCHES_PER_S
  const tick_ms = 1000 / BATCHES_PER_S
  await Promise.all(
    byHost.map(async ([host, own], at) => {
      const start = performance.now() + (at * tick_ms) / byHost.length
      for (let tick = 0; tick < seconds * BATCHES_PER_S; tick++) {
        await sleep(start + tick * tick_ms - performance.now())
        const results = own.map((stream) => batch(stream, Math.floor((tick + 1) * per) - Math.floor(tick * per)))
        await ask(url, '/hosts/results', host.authorization, { host_id: host.host_id, results })
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
