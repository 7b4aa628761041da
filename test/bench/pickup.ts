import { startAnchor } from './anchors.ts'
import { type Figure, ratioOf } from './figure.ts'
import { latencies, type Sample } from './measure.ts'
import { type BenchOptions, SUBMISSION, startScene } from './scene.ts'
import { ask } from './wire.ts'

interface Market {
  url: string
  buyer: string
  host: { host_id: string; authorization: string }
}

/** From the start of a submission until the long poll that waits has the job, one job at a time on an idle server. */
export async function measurePickup(options: BenchOptions): Promise<Figure> {
  const jobs = options.full ? 500 : 100
  const rounds = options.full ? 5 : 3
  const anchor = await startAnchor('./anchor-relay.ts')
  const { server, buyers, hosts } = await startScene(options, { buyers: 1, hosts: 1 })
  const host = hosts[0] as Market['host']
  const buyer = buyers[0] as string
  const ours: Sample[] = []
  const theirs: Sample[] = []
  try {
    for (const { url } of [server, anchor]) await pickUps({ url, buyer, host }, 30)
    for (let at = 0; at < rounds; at++) {
      ours.push(latencies(await pickUps({ url: server.url, buyer, host }, jobs)))
      theirs.push(latencies(await pickUps({ url: anchor.url, buyer, host }, jobs)))
    }
  } finally {
    anchor.stop()
    await server.stop()
  }
  const met = ours.every(({ p50_ms }) => (p50_ms ?? Number.POSITIVE_INFINITY) <= 1)
  return {
    name: 'pickup',
    what: 'submission sent -> a waiting long poll has the job, idle server',
    anchor: 'bare node:http that hands the body over, without storage',
    goal: 'p50 <= 1.0 ms',
    ours,
    theirs,
    ratios: [{ ...ratioOf('p50_ms', ours, theirs), met }],
  }
}

async function pickUps({ url, buyer, host }: Market, jobs: number): Promise<number[]> {
  const { host_id, authorization } = host
  const times: number[] = []
  for (let at = 0; at < jobs; at++) {
    const offer = ask(url, '/hosts/next-job', authorization, { host_id, wait_seconds: 30 })
    // Long enough for the poll to be parked; no part of what is measured.
    await new Promise((resolve) => setTimeout(resolve, 15))
    const start = performance.now()
    const submitted = ask(url, '/run/model', buyer, SUBMISSION)
    await offer
    times.push(performance.now() - start)
    await submitted
  }
  return times
}
