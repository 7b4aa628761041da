import { type Anchor, startAnchor } from './anchors.ts'
import { type Figure, ratioOf } from './figure.ts'
import { fire } from './fire.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'
import { type Sample, timed } from './measure.ts'
import { type BenchOptions, type Scene, SUBMISSION, startScene } from './scene.ts'
import { ask } from './wire.ts'

const SUBMITTERS = 32
const CLAIMERS = 20

interface Pair {
  scene: Scene
  anchor: Anchor
}
type Load = { seconds: number } | { amount: number }

/** Submissions and claims of a server on Postgres, against raw transactions of the same rows on the same Postgres. */
export async function measurePostgres(options: BenchOptions): Promise<Figure[]> {
  const postgres = process.env.MKT_TEST_DATABASE_URL
  if (!postgres) {
    console.error('postgres is not measured: no Postgres was named; do so with MKT_TEST_DATABASE_URL')
    return []
  }
  const databases: FreshDatabase[] = []
  try {
    for (const name of ['own', 'anchor']) databases.push(await freshDatabase(postgres, name))
    return await measureOn(databases as [FreshDatabase, FreshDatabase], options)
  } finally {
    for (const { remove } of databases) await remove()
  }
}

async function measureOn([own, bare]: [FreshDatabase, FreshDatabase], options: BenchOptions): Promise<Figure[]> {
  const anchor = await startAnchor('./anchor-postgres.ts', bare.url)
  try {
    const scene = await sceneOn(own.url, options)
    try {
      const submitted = await submissions({ scene, anchor }, options)
      for (const { analyze } of [own, bare]) await analyze()
      return [submitted, await claims({ scene, anchor }, options)]
    } finally {
      await scene.server.stop()
    }
  } finally {
    anchor.stop()
  }
}

/** The server is told by its variable, which it takes from this process. */
async function sceneOn(url: string, options: BenchOptions): Promise<Scene> {
  process.env.MKT_DATABASE_URL = url
  try {
    return await startScene(options, { buyers: 8, hosts: 160 })
  } finally {
    delete process.env.MKT_DATABASE_URL
  }
}

async function submissions(pair: Pair, { full }: BenchOptions): Promise<Figure> {
  const load = { seconds: full ? 8 : 3 }
  await rounds(1, { ours: () => submit(pair, { seconds: 2 }), theirs: () => run(pair, '/submissions', { seconds: 1 }) })
  const samples = await rounds(full ? 7 : 3, {
    ours: () => submit(pair, load),
    theirs: () => run(pair, '/submissions', load),
  })
  return {
    name: 'postgres-submission',
    what: `POST /run/model on Postgres, ${SUBMITTERS} connections`,
    anchor: 'the same rows as raw transactions of 16 clients, without HTTP',
    goal: 'per second >= 0.8 x the anchor',
    ...samples,
    ratios: [ratioOf('per_s', samples.ours, samples.theirs, (ratio) => ratio >= 0.8)],
  }
}

async function claims(pair: Pair, { full }: BenchOptions): Promise<Figure> {
  const load = { amount: full ? 5000 : 1500 }
  const claimed = async (amount: Load) => {
    await submit(pair, amount)
    return claim(pair, amount)
  }
  const taken = async (amount: Load) => {
    await run(pair, '/submissions', amount)
    return run(pair, '/claims', amount)
  }
  await rounds(1, { ours: () => claimed({ amount: 500 }), theirs: () => taken({ amount: 500 }) })
  const samples = await rounds(full ? 7 : 3, { ours: () => claimed(load), theirs: () => taken(load) })
  return {
    name: 'postgres-claim',
    what: `POST /hosts/next-job on Postgres with work waiting, ${CLAIMERS} connections`,
    anchor: '16 clients that each take the oldest job FOR UPDATE SKIP LOCKED, without HTTP',
    goal: 'per second >= 1.5 x the anchor',
    ...samples,
    ratios: [ratioOf('per_s', samples.ours, samples.theirs, (ratio) => ratio >= 1.5)],
  }
}

async function rounds(count: number, once: Record<'ours' | 'theirs', () => Promise<Sample>>) {
  const ours: Sample[] = []
  const theirs: Sample[] = []
  for (let at = 0; at < count; at++) {
    ours.push(await once.ours())
    theirs.push(await once.theirs())
  }
  return { ours, theirs }
}

function submit({ scene: { server, buyers } }: Pair, load: Load): Promise<Sample> {
  const shots = buyers.map((authorization) => ({ authorization, body: SUBMISSION }))
  return measured(server.pid, () => fire(server.url, '/run/model', shots, { connections: SUBMITTERS, ...load }))
}

function claim({ scene: { server, hosts } }: Pair, load: Load): Promise<Sample> {
  const polls = hosts.map(({ host_id, authorization }) => ({ authorization, body: { host_id } }))
  return measured(server.pid, () => fire(server.url, '/hosts/next-job', polls, { connections: CLAIMERS, ...load }))
}

function run({ anchor }: Pair, path: string, load: Load): Promise<Sample> {
  return measured(anchor.pid, () => ask<number>(anchor.url, path, '', load))
}

/** Without what others used: that is Postgres itself. */
async function measured(pid: number, work: () => Promise<number>): Promise<Sample> {
  const { others_busy: _, ...sample } = await timed(pid, work)
  return sample
}
