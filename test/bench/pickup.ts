import { startAnchor } from './anchors.ts'
import { type Figure, ratioOf } from './figure.ts'
import { type HostLine, openLine } from './host-line.ts'
import { latencies, type Sample } from './measure.ts'
import { type BenchOptions, beat, SUBMISSION, startScene } from './scene.ts'
import { ask } from './wire.ts'

export interface PickupMarket {
  url: string
  buyer: string
  host: { host_id: string; authorization: string }
  line: HostLine
}

/** From the start of a submission until the long poll that waits has the job, one job at a time on an idle server. */
export async function measurePickup(options: BenchOptions): Promise<Figure> {
  const jobs = options.full ? 500 : 100
  const rounds = options.full ? 5 : 3
  const anchor = await startAnchor('./anchor-relay.ts')
  const { server, buyers, hosts } = await startScene(options, { buyers: 1, hosts: 1 })
  const host = hosts[0] as (typeof hosts)[number]
  const line = await openLine('channel', server.url, host.authorization)
  const theirLine = await openLine('calls', anchor.url, host.authorization)
  const buyer = buyers[0] as string
  const ours: Sample[] = []
  const theirs: Sample[] = []
  try {
    const [own, bare] = [
      { url: server.url, buyer, host, line },
      { url: anchor.url, buyer, host, line: theirLine },
    ]
    for (const market of [own, bare]) await pickUps(market, 30)
    for (let at = 0; at < rounds; at++) {
      await beat(server.url, host)
      ours.push(latencies(await pickUps(own, jobs)))
      theirs.push(latencies(await pickUps(bare, jobs)))
    }
  } finally {
    line.close()
    anchor.stop()
    await server.stop()
  }
  const met = ours.every(({ p50_ms }) => (p50_ms ?? Number.POSITIVE_INFINITY) <= 1.5)
  return {
    name: 'pickup',
    what: 'submission sent -> a host that waits on its channel has the job, idle server',
    anchor: 'bare node:http that hands the body over, without storage',
    goal: 'p50 <= 1.5 ms',
    ours,
    theirs,
    ratios: [{ ...ratioOf('p50_ms', ours, theirs), met }],
  }
}

export async function pickUps({ url, buyer, host, line }: PickupMarket, jobs: number): Promise<number[]> {
  const { host_id } = host
  const times: number[] = []
  for (let at = 0; at < jobs; at++) {
    const offer = line.ask<{ job_id: string }>('next-job', { host_id, wait_seconds: 30 })
    // Long enough for the poll to be parked; no part of what is measured.
    await new Promise((resolve) => setTimeout(resolve, 15))
    const start = performance.now()
    const submitted = ask(url, '/run/model', buyer, SUBMISSION)
    const { job_id } = await offer
    times.push(performance.now() - start)
    await submitted
    // A host holds no more than it may.
    const end = { job_id, offset: 0, tokens: ['x'], finish_reason: 'stop' }
    await line.ask('results', { host_id, results: [end] })
  }
  return times
}
