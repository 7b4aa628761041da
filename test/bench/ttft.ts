import { setTimeout as pause } from 'node:timers/promises'
import { type Anchor, startAnchor } from './anchors.ts'
import { type Figure, ratioOf } from './figure.ts'
import { type HostAgent, startHostAgent } from './host-agent.ts'
import { cpuSeconds, latencies, median, type Sample, timed } from './measure.ts'
import { type BenchOptions, MODEL, type Scene, SUBMISSION, startScene } from './scene.ts'
import { openLane } from './stream-lane.ts'

export const STREAMS = [1, 50, 200]
/** What may be added to the engine's own time, at the median. */
const MOST_MS: Record<number, number> = { 1: 4, 50: 6, 200: 25 }
/** The engine's twenty pieces, one every 20 ms: the lanes begin spread over the length of one stream. */
const STREAM_MS = 400
/** Slots beyond the streams: one that has just ended is still on its way to the next job. */
export const SPARE_SLOTS = 50
const BODY = JSON.stringify({
  ...{ model: MODEL, stream: true, max_tokens: 100 },
  messages: [{ role: 'user', content: SUBMISSION.input_text }],
})

interface Stage {
  engine: Anchor
  pipe: Anchor
  scene: Scene
}

/** What the way over marketplace and agent adds to an engine's first token, against a bare pipe to the same engine. */
export async function measureFirstToken(options: BenchOptions): Promise<Figure[]> {
  const engine = await startAnchor('./paced-engine.ts')
  const pipe = await startAnchor('./anchor-pipe.ts', engine.url)
  const figures: Figure[] = []
  try {
    for (const streams of STREAMS) {
      const scene = await startScene(options, { buyers: 8, hosts: 0 })
      try {
        figures.push(await measureStreams({ engine, pipe, scene }, streams, options))
      } finally {
        await scene.server.stop()
      }
    }
  } finally {
    pipe.stop()
    engine.stop()
  }
  return figures
}

async function measureStreams(stage: Stage, streams: number, { full, under }: BenchOptions): Promise<Figure> {
  const { server } = stage.scene
  const agent = await startHostAgent(server.url, stage.engine.url, { concurrency: streams + SPARE_SLOTS, under })
  const seconds = full ? 10 : 2.5
  const ours: Sample[] = []
  const theirs: Sample[] = []
  try {
    // The first round warms all of them up.
    for (let at = -1; at < (full ? 5 : 3); at++) {
      const round = await measureRound(stage, agent, streams, at < 0 ? 1.5 : seconds)
      if (at < 0) continue
      ours.push(round.ours)
      theirs.push(round.theirs)
    }
  } finally {
    await agent.stop()
  }
  return figureOf(streams, ours, theirs)
}

function figureOf(streams: number, ours: Sample[], theirs: Sample[]): Figure {
  const short = ours.every(({ p99_ms }) => (p99_ms ?? Number.POSITIVE_INFINITY) < 60)
  const most = MOST_MS[streams] as number
  const met = median(ours.map(({ p50_ms }) => p50_ms ?? Number.POSITIVE_INFINITY)) <= most
  const p99 = ratioOf('p99_ms', ours, theirs)
  return {
    name: `first-token-${streams}`,
    what: `added to the engine's time to first token, ${streams} stream${streams === 1 ? '' : 's'} at any time`,
    anchor: 'node:http that pipes to the same engine',
    goal: `p50 <= ${most} ms${streams === 200 ? ', p99 < 60 ms' : ''}`,
    ours,
    theirs,
    ratios: [{ ...ratioOf('p50_ms', ours, theirs), met }, streams === 200 ? { ...p99, met: short } : p99],
  }
}

async function measureRound({ engine, pipe, scene }: Stage, agent: HostAgent, streams: number, seconds: number) {
  const { server, buyers } = scene
  const load = { buyers, streams, seconds }
  const direct = median((await streamLoad(engine, load)).beyond)
  const added = ({ sample, beyond }: Streams): Sample => ({ ...sample, ...latencies(beyond.map((ms) => ms - direct)) })
  return {
    ours: added(await among(engine, [agent.pid], () => streamLoad(server, load))),
    theirs: added(await among(engine, [], () => streamLoad(pipe, load))),
  }
}

/** The busiest of those in the way is what could be the limit, and neither they nor the engine are other programs. */
async function among(engine: Anchor, way: number[], work: () => Promise<Streams>): Promise<Streams> {
  const pids = [engine.pid, ...way]
  const before = pids.map(cpuSeconds)
  const start = performance.now()
  const { sample, beyond } = await work()
  const wall_s = (performance.now() - start) / 1000
  const busy = pids.map((pid, at) => (cpuSeconds(pid) - (before[at] as number)) / wall_s)
  const others = busy.reduce((left, cores) => left - cores, sample.others_busy ?? 0)
  const most = Math.max(sample.busy ?? 0, ...busy.slice(1))
  return { sample: { ...sample, busy: most, others_busy: Math.max(0, others) }, beyond }
}

interface Streams {
  sample: Sample
  /** What each reader waited beyond the time that the engine says it took. */
  beyond: number[]
}

/** So many lanes, each with one stream after the other. */
export async function streamLoad(
  { url, pid }: { url: string; pid: number },
  { buyers, streams, seconds }: { buyers: string[]; streams: number; seconds: number },
): Promise<Streams> {
  const lanes = await Promise.all(
    Array.from({ length: streams }, (_, at) => openLane(url, buyers[at % buyers.length] as string, BODY)),
  )
  const beyond: number[] = []
  const begin = performance.now()
  const run = async (lane: (typeof lanes)[number], at: number) => {
    await pause((at * STREAM_MS) / streams)
    while (performance.now() < begin + seconds * 1000) {
      const counts = performance.now() >= begin + STREAM_MS
      const { first_ms, engine_ms } = await lane.ask()
      if (counts) beyond.push(first_ms - engine_ms)
    }
  }
  const sample = await timed(pid, async () => {
    await Promise.all(lanes.map(run))
    return beyond.length
  })
  for (const lane of lanes) lane.close()
  return { sample, beyond }
}
