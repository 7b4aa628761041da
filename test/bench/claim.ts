import { join } from 'node:path'
import { MOST_CONCURRENCY } from '@mkt/schemas'
import { migrate } from '../../server/src/storage/migrate.ts'
import { connect } from '../../server/src/storage/sqlite.ts'
import { type Figure, freshFolder, ratioOf } from './figure.ts'
import { fire } from './fire.ts'
import { type Sample, timed } from './measure.ts'
import { rawQueue } from './raw-queue.ts'
import { type BenchOptions, MODEL, type Scene, SUBMISSION, startScene } from './scene.ts'

const CONNECTIONS = 20
// The engine compiles what is hot in the first thousands; a server runs for weeks.
const WARM_UPS = 3

/** next-job with work waiting, through HTTP, against the same claim as raw SQL in a loop at synchronous=NORMAL. */
export async function measureClaim(options: BenchOptions): Promise<Figure> {
  const jobs = options.full ? 10_000 : 3_000
  const rounds = options.full ? 5 : 3
  const folder = freshFolder(options.under)
  const file = join(folder.path, 'anchor.db')
  await migrate({ sqlite: file })
  const database = connect(file)
  database.pragma('synchronous = NORMAL')
  const queue = rawQueue(database)
  // Nothing ends here, and a host holds no more than so many.
  const hosts = Math.ceil((jobs * (rounds + WARM_UPS)) / MOST_CONCURRENCY) + CONNECTIONS
  const scene = await startScene(options, { buyers: 8, hosts })
  const ours: Sample[] = []
  const theirs: Sample[] = []
  try {
    for (let at = -WARM_UPS; at < rounds; at++) {
      const claimed = await claimRound(scene, jobs)
      for (let job = 0; job < jobs; job++) queue.submit(SUBMISSION)
      const raw = await timed(process.pid, async () => rawClaims(queue, jobs))
      if (at < 0) continue
      ours.push(claimed)
      theirs.push(raw)
    }
  } finally {
    database.close()
    await scene.server.stop()
    folder.remove()
  }
  return {
    name: 'claim',
    what: `POST /hosts/next-job with work waiting, ${CONNECTIONS} connections`,
    anchor: 'the same claim as raw SQL in one process, synchronous=NORMAL',
    goal: 'per CPU second >= 0.5 x the anchor',
    ours,
    theirs,
    ratios: [ratioOf('per_cpu_s', ours, theirs, (ratio) => ratio >= 0.5)],
  }
}

async function claimRound({ server, buyers, hosts }: Scene, jobs: number): Promise<Sample> {
  const submissions = buyers.map((authorization) => ({ authorization, body: SUBMISSION }))
  await fire(server.url, '/run/model', submissions, { connections: 32, amount: jobs })
  const polls = hosts.map(({ host_id, authorization }) => ({ authorization, body: { host_id } }))
  return await timed(server.pid, () =>
    fire(server.url, '/hosts/next-job', polls, { connections: CONNECTIONS, amount: jobs }),
  )
}

function rawClaims(queue: ReturnType<typeof rawQueue>, jobs: number): number {
  let claimed = 0
  for (let at = 0; at < jobs; at++) if (queue.claim(MODEL, 'host_bench')) claimed++
  return claimed
}
