import { startServer } from '../load/server-process.ts'
import { type Figure, ratioOf } from './figure.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'
import { cpuSeconds, type Sample } from './measure.ts'
import { type BenchOptions, MODEL, type Scene, SUBMISSION, sceneOf } from './scene.ts'
import { ask, post } from './wire.ts'

const CONNECTIONS = 24
const BUYERS = 8
const HOSTS = 10
const JOBS = 1000
/** On Postgres, where each takes longer. */
const FEWER_JOBS = 300
// Among strangers each host first gets two jobs at once, until it is proven; and the engine compiles what is hot.
const warmUps = (jobs: number) => [20, 20, 20, 20, 20, jobs, jobs, jobs]
const STEPS = ['submission', 'claim', 'end'] as const
type Step = (typeof STEPS)[number]

/** One of the two servers, and the jobs that its hosts hold. */
interface Side extends Scene {
  held: { job_id: string; attempt: number; host: Scene['hosts'][number] }[]
}

/**
 * What a job costs this server and that of another checkout, both alive at once and asked in turns: CPU time of the
 * server for a submission, a claim and an end, each a call of its own. On Postgres where one is named.
 */
export async function measureAgainst(options: BenchOptions): Promise<Figure[]> {
  const { against, full } = options
  if (!against) {
    console.error('against is not measured: no other checkout was named; do so with --against FOLDER')
    return []
  }
  const databases: FreshDatabase[] = []
  const sides: Side[] = []
  try {
    for (const checkout of [undefined, against]) sides.push(await sideOf(checkout, options, databases))
    const analyze = async () => void (await Promise.all(databases.map((database) => database.analyze())))
    const jobs = databases.length > 0 ? FEWER_JOBS : JOBS
    return await rounds(sides as [Side, Side], { rounds: full ? 40 : 12, jobs, analyze })
  } finally {
    for (const { server } of sides) await server.stop()
    for (const { remove } of databases) await remove()
  }
}

async function sideOf(
  checkout: string | undefined,
  { under, flags = [] }: BenchOptions,
  databases: FreshDatabase[],
): Promise<Side> {
  const env: Record<string, string> = { NODE_ENV: 'production' }
  const postgres = process.env.MKT_TEST_DATABASE_URL
  if (postgres) {
    const database = await freshDatabase(postgres, 'against', true)
    databases.push(database)
    env.MKT_DATABASE_URL = database.url
  }
  // The other one may be of before these flags.
  const own = checkout === undefined ? flags : []
  const server = await startServer({ checkout, under, env, flags: ['--signup-credits', '1000000', ...own] })
  return { ...(await sceneOf(server, { buyers: BUYERS, hosts: HOSTS })), held: [] }
}

async function rounds(
  [ours, theirs]: [Side, Side],
  { rounds, jobs: most, analyze }: { rounds: number; jobs: number; analyze: () => Promise<void> },
): Promise<Figure[]> {
  const samples = STEPS.map((step) => ({ step, ours: [] as Sample[], theirs: [] as Sample[] }))
  const warm = warmUps(most)
  const sizes = [...warm, ...Array<number>(rounds).fill(most)]
  for (const [at, jobs] of sizes.entries()) {
    for (const side of [ours, theirs]) await beat(side)
    if (at <= warm.length) await analyze()
    for (const taken of samples) {
      // Whoever is second finds another machine: each is as often.
      const order = at % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const)
      for (const whose of order) {
        const sample = await cost(whose === 'ours' ? ours : theirs, taken.step, jobs)
        if (at >= warm.length) taken[whose].push(sample)
      }
    }
  }
  return samples.map(({ step, ...taken }) => ({
    name: `against-${step}`,
    what: WHAT[step],
    anchor: 'the server of the other checkout',
    goal: '<= 1.1 x the other',
    ...taken,
    ratios: [ratioOf('cpu_us', taken.ours, taken.theirs, (ratio) => ratio <= 1.1)],
  }))
}

const WHAT: Record<Step, string> = {
  submission: `POST /run/model, ${CONNECTIONS} connections`,
  claim: `POST /hosts/next-job with work waiting, ${CONNECTIONS} connections`,
  end: `POST /hosts/results with the whole text of one job, ${CONNECTIONS} connections`,
}

async function cost(side: Side, step: Step, jobs: number): Promise<Sample> {
  const { pid } = side.server
  const before = cpuSeconds(pid)
  await together(jobs, (at) => RUN[step](side, at))
  return { cpu_us: ((cpuSeconds(pid) - before) * 1e6) / jobs }
}

const RUN: Record<Step, (side: Side, at: number) => Promise<void>> = {
  async submission({ server, buyers }, at) {
    await ask(server.url, '/run/model', buyers[at % buyers.length] as string, SUBMISSION)
  },
  async claim({ server, hosts, held }, at) {
    const host = hosts[at % hosts.length] as Side['hosts'][number]
    const { status, text } = await post(server.url, '/hosts/next-job', host.authorization, { host_id: host.host_id })
    if (status !== 200) throw new Error(`claim ${at} was answered ${status} ${text}`)
    held.push({ ...(JSON.parse(text) as { job_id: string; attempt: number }), host })
  },
  async end({ server, held }) {
    const { job_id, attempt, host } = held.pop() as Side['held'][number]
    const usage = { completion_tokens: TEXT.length, prompt_tokens: 120 }
    const results = [{ job_id, attempt, offset: 0, tokens: TEXT, finish_reason: 'stop', usage }]
    await ask(server.url, '/hosts/results', host.authorization, { host_id: host.host_id, results })
  },
}

const TEXT = Array.from({ length: 20 }, (_, at) => ` word${at}`)

async function beat({ server, hosts }: Side): Promise<void> {
  for (const { host_id, authorization } of hosts)
    await ask(server.url, '/hosts/heartbeat', authorization, {
      host_id,
      gpu_utilization: 0.5,
      available_models: [MODEL],
    })
}

/** So many calls over the connections, one at a time on each. */
async function together(count: number, call: (at: number) => Promise<void>): Promise<void> {
  let next = 0
  const line = async () => {
    while (next < count) await call(next++)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, line))
}
