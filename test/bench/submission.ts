import { join } from 'node:path'
import { startAnchor } from './anchors.ts'
import { type Figure, freshFolder, ratioOf } from './figure.ts'
import { fire } from './fire.ts'
import { type Sample, timed } from './measure.ts'
import { type BenchOptions, SUBMISSION, startScene } from './scene.ts'

const CONNECTIONS = 32
const WARM_UP_S = 4

/** POST /run/model, whole, against bare node:http with the same raw transaction at synchronous=NORMAL. */
export async function measureSubmission(options: BenchOptions): Promise<Figure> {
  const seconds = options.full ? 8 : 3
  const rounds = options.full ? 7 : 3
  const folder = freshFolder(options.under)
  const anchor = await startAnchor('./anchor-queue.ts', join(folder.path, 'anchor.db'))
  const { server, buyers } = await startScene(options, { buyers: 8, hosts: 10 })
  const shots = buyers.map((authorization) => ({ authorization, body: SUBMISSION }))
  const round = ({ url, pid }: { url: string; pid: number }, time = seconds): Promise<Sample> =>
    timed(pid, () => fire(url, '/run/model', shots, { connections: CONNECTIONS, seconds: time }))
  const ours: Sample[] = []
  const theirs: Sample[] = []
  try {
    // The engine compiles what is hot in the first seconds; a server runs for weeks.
    for (const target of [server, anchor]) await round(target, WARM_UP_S)
    for (let at = 0; at < rounds; at++) {
      ours.push(await round(server))
      theirs.push(await round(anchor))
    }
  } finally {
    anchor.stop()
    await server.stop()
    folder.remove()
  }
  return {
    name: 'submission',
    what: `POST /run/model, ${CONNECTIONS} connections`,
    anchor: 'bare node:http + the same raw transaction, synchronous=NORMAL',
    goal: 'per second >= 1.0 x the anchor, at synchronous=FULL',
    ours,
    theirs,
    ratios: [ratioOf('per_s', ours, theirs, (ratio) => ratio >= 1), ratioOf('per_cpu_s', ours, theirs)],
  }
}
