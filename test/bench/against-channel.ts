import { startAnchor } from './anchors.ts'
import { type Figure, ratioOf } from './figure.ts'
import { startHostAgent } from './host-agent.ts'
import { openLine, type Way } from './host-line.ts'
import { cpuSeconds, latencies, median, type Sample } from './measure.ts'
import { type PickupMarket, pickUps } from './pickup.ts'
import { openRelay, type RelayTarget, relayRounds } from './relay.ts'
import { type BenchOptions, beat, type Scene, startScene } from './scene.ts'
import { SPARE_SLOTS, STREAMS, streamLoad } from './ttft.ts'

const PICKUPS = 60

/** Ours over a channel; theirs is another checkout's by requests, where one is named, else ours by requests. */
const SIDES: readonly { way: Way; other: boolean }[] = [
  { way: 'channel', other: false },
  { way: 'calls', other: true },
]

/** What channels change, both ways in the same rounds. */
export const channelFigures = {
  'channel-pickup': pickup,
  'channel-relay': relay,
  ...Object.fromEntries(
    STREAMS.map((streams) => [
      `channel-first-token-${streams}`,
      (options: BenchOptions) => firstToken(options, streams),
    ]),
  ),
}

async function sides<T>(options: BenchOptions, count: { buyers: number; hosts: number }, work: Work<T>): Promise<T> {
  const scenes: Scene[] = []
  try {
    for (const { other } of SIDES) scenes.push(await startScene(options, count, other ? options.against : undefined))
    return await work(scenes as [Scene, Scene])
  } finally {
    for (const { server } of scenes) await server.stop()
  }
}
type Work<T> = (scenes: [Scene, Scene]) => Promise<T>

const ANCHOR = 'the same by requests, of the other checkout where one is named'

function pickup(options: BenchOptions): Promise<Figure> {
  return sides(options, { buyers: 1, hosts: 1 }, async (scenes) => {
    const opened = scenes.map(async ({ server, buyers, hosts }, at): Promise<PickupMarket & { pid: number }> => {
      const host = hosts[0] as Scene['hosts'][number]
      const line = await openLine(SIDES[at]?.way as Way, server.url, host.authorization)
      return { url: server.url, pid: server.pid, buyer: buyers[0] as string, host, line }
    })
    const markets = await Promise.all(opened)
    const samples: [Sample[], Sample[]] = [[], []]
    for (const market of markets) await pickUps(market, 40)
    for (let round = 0; round < (options.full ? 20 : 8); round++) {
      for (const [at, market] of markets.entries()) {
        await beat(market.url, market.host)
        const before = cpuSeconds(market.pid)
        const times = latencies(await pickUps(market, PICKUPS))
        samples[at]?.push({ ...times, cpu_us: ((cpuSeconds(market.pid) - before) * 1e6) / PICKUPS })
      }
    }
    for (const { line } of markets) line.close()
    const [ours, theirs] = samples
    const ratios = [ratioOf('p50_ms', ours, theirs), ratioOf('cpu_us', ours, theirs)]
    const what = 'submission sent -> a waiting host has the job, idle server'
    return { name: 'channel-pickup', what, anchor: ANCHOR, goal: 'p50 <= 1.5 ms', ours, theirs, ratios }
  })
}

function relay(options: BenchOptions): Promise<Figure> {
  return sides(options, { buyers: 8, hosts: 10 }, async (scenes) => {
    const targets: RelayTarget[] = []
    try {
      for (const [at, scene] of scenes.entries()) targets.push(await openRelay(scene, SIDES[at]?.way as Way))
      const [ours, theirs] = (await relayRounds(targets, options)) as [Sample[], Sample[]]
      const ratios = [ratioOf('p50_ms', ours, theirs), ratioOf('per_cpu_s', ours, theirs)]
      const what = "host's frame or request -> reader's event, 1,000 streams"
      return { name: 'channel-relay', what, anchor: ANCHOR, goal: '', ours, theirs, ratios }
    } finally {
      for (const target of targets) target.close()
    }
  })
}

/** CPU of server and agent together for a stream of twenty pieces. */
async function firstToken(options: BenchOptions, streams: number): Promise<Figure> {
  const engine = await startAnchor('./paced-engine.ts')
  try {
    return await sides(options, { buyers: 8, hosts: 0 }, async (scenes) => {
      const started = scenes.map(({ server }, at) =>
        startHostAgent(server.url, engine.url, {
          concurrency: streams + SPARE_SLOTS,
          under: options.under,
          checkout: SIDES[at]?.other ? options.against : undefined,
          flags: SIDES[at]?.other && !options.against ? ['--channel', 'off'] : [],
        }),
      )
      const agents = await Promise.all(started)
      const samples: [Sample[], Sample[]] = [[], []]
      for (let round = -1; round < (options.full ? 12 : 5); round++) {
        const load = { buyers: scenes[0].buyers, streams, seconds: round < 0 ? 1.5 : 2.5 }
        const direct = median((await streamLoad(engine, load)).beyond)
        for (const [at, { server, buyers }] of scenes.entries()) {
          const pids = [server.pid, agents[at]?.pid as number]
          const before = pids.map(cpuSeconds)
          const { sample, beyond } = await streamLoad(server, { ...load, buyers })
          const cpu_s = pids.reduce((sum, pid, place) => sum + cpuSeconds(pid) - (before[place] as number), 0)
          const cpu_us = (cpu_s * 1e6) / Math.max(1, beyond.length)
          const added = latencies(beyond.map((ms) => ms - direct))
          if (round >= 0) samples[at]?.push({ ...sample, ...added, cpu_us })
        }
      }
      for (const agent of agents) await agent.stop()
      const [ours, theirs] = samples
      const ratios = [ratioOf('p50_ms', ours, theirs), ratioOf('p99_ms', ours, theirs), ratioOf('cpu_us', ours, theirs)]
      const what = `added to the engine's time to first token, ${streams} at any time`
      return { name: `channel-first-token-${streams}`, what, anchor: ANCHOR, goal: '', ours, theirs, ratios }
    })
  } finally {
    engine.stop()
  }
}
