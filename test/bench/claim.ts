import { join } from 'node:path'
import { MOST_CONCURRENCY } from '@mkt/schemas'
import { startAnchor } from './anchors.ts'
import { type Figure, freshFolder, ratioOf } from './figure.ts'
import { fire, type Shot } from './fire.ts'
import { type Sample, timed } from './measure.ts'
import { type BenchOptions, MODEL, SUBMISSION, startScene } from './scene.ts'

const CONNECTIONS = 20
// The engine compiles what is hot in the first thousands; a server runs for weeks.
const WARM_UPS = 3

/** Where claims are asked for, and with what. */
interface Target {
  url: string
  pid: number
  submissions: Shot[]
  polls: Shot[]
}

/** next-job with work waiting, against bare node:http with the same claim as a raw transaction, synchronous=NORMAL. */
export async function measureClaim(options: BenchOptions): Promise<Figure> {
  const jobs = options.full ? 10_000 : 3_000
  const rounds = options.full ? 5 : 3
  const folder = freshFolder(options.under)
  const anchor = await startAnchor('./anchor-queue.ts', join(folder.path, 'anchor.db'))
  // Nothing ends here, and a host holds no more than so many.
  const most = Math.ceil((jobs * (rounds + WARM_UPS)) / MOST_CONCURRENCY) + CONNECTIONS
  const { server, buyers, hosts } = await startScene(options, { buyers: 8, hosts: most })
  const submissions = buyers.map((authorization) => ({ authorization, body: SUBMISSION }))
  const polls = hosts.map(({ host_id, authorization }) => ({ authorization, body: { host_id, model: MODEL } }))
  const ours: Sample[] = []
  const theirs: Sample[] = []
  try {
    for (let at = -WARM_UPS; at < rounds; at++) {
      const claimed = await claimRound({ ...server, submissions, polls: polls.map(withoutModel) }, jobs)
      const raw = await claimRound({ ...anchor, submissions, polls }, jobs)
      if (at < 0) continue
      ours.push(claimed)
      theirs.push(raw)
    }
  } finally {
    anchor.stop()
    await server.stop()
    folder.remove()
  }
  return {
    name: 'claim',
    what: `POST /hosts/next-job with work waiting, ${CONNECTIONS} connections`,
    anchor: 'bare node:http + the same claim as one raw transaction, synchronous=NORMAL',
    goal: 'per CPU second >= 0.6 x the anchor',
    ours,
    theirs,
    ratios: [ratioOf('per_cpu_s', ours, theirs, (ratio) => ratio >= 0.6)],
  }
}

/** A host of the market's has said what it runs as it registered; the anchor knows no hosts. */
const withoutModel = ({ authorization, body }: Shot): Shot => {
  const { host_id } = body as { host_id: string }
  return { authorization, body: { host_id } }
}

async function claimRound({ url, pid, submissions, polls }: Target, jobs: number): Promise<Sample> {
  await fire(url, '/run/model', submissions, { connections: 32, amount: jobs })
  return await timed(pid, () => fire(url, '/hosts/next-job', polls, { connections: CONNECTIONS, amount: jobs }))
}
