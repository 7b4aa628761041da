import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../load/server-process.ts'
import { type Figure, freshFolder } from './figure.ts'
import { fire, read } from './fire.ts'
import { median, type Sample, timed } from './measure.ts'
import { buyerToken, hostId, hostKey, type Size, SPEAKERS, writeMarket } from './scale-data.ts'
import { type BenchOptions, SUBMISSION } from './scene.ts'

const SMALL: Size = { users: 10, hosts: 10, queued: 1000, transactions: 0 }
const LARGE: Size = { users: 10_000, hosts: 1000, queued: 100_000, transactions: 0 }
const FULL: Size = { users: 100_000, hosts: 10_000, queued: 1_000_000, transactions: 3_900_000 }

/** A claim in a large marketplace may cost so much more than in a small one. */
const MOST = 1.2

/** What each call costs the server where there is little, and where there is much: what grows with the data shows. */
export async function measureScale(options: BenchOptions): Promise<Figure[]> {
  const small = await measureSize(options, SMALL)
  const large = await measureSize(options, options.full ? FULL : LARGE)
  const size = options.full ? FULL : LARGE
  const what = `${size.queued} queued jobs, ${size.hosts} hosts, ${size.users} users`
  return Object.keys(large).map((call) => {
    const [ours, theirs] = [large[call] as Sample[], small[call] as Sample[]]
    const cost = (samples: Sample[]) => median(samples.map(({ per_cpu_s = Number.NaN }) => 1 / per_cpu_s))
    const ratio = 1 / (cost(ours) / cost(theirs))
    return {
      name: `scale-${call}`,
      what: `${call} with ${what}`,
      anchor: `the same with ${SMALL.queued}, ${SMALL.hosts}, ${SMALL.users}`,
      goal: call === 'claim' ? `cost <= ${MOST} x the small one's` : 'as near as may be',
      ours,
      theirs,
      ratios: [{ member: 'per_cpu_s' as const, ratio, met: call === 'claim' ? ratio >= 1 / MOST : undefined }],
    }
  })
}

// CPU time is counted in hundredths of a second: shorter rounds would measure little but that.
const ROUND = 600
const WARM_UP = 300

/** Hosts give no heartbeat here, so all of it ends before they count as inactive. */
async function measureSize(options: BenchOptions, size: Size): Promise<Record<string, Sample[]>> {
  const folder = freshFolder(options.under)
  const data = join(folder.path, 'data')
  mkdirSync(data)
  await writeMarket(join(data, 'mkt.db'), size)
  const began = performance.now()
  const server = await startServer({ under: options.under, data, env: { NODE_ENV: 'production' } })
  const started = (performance.now() - began) / 1000
  const buyers = speakers((at) => `Bearer ${buyerToken(at)}`)
  const polls = speakers((at) => ({ authorization: `Bearer ${hostKey(at)}`, body: { host_id: hostId(at) } }))
  const submissions = buyers.map((authorization) => ({ authorization, body: SUBMISSION }))
  const calls: Record<string, (amount: number) => Promise<number>> = {
    submit: (amount) => fire(server.url, '/run/model', submissions, { connections: 16, amount }),
    claim: (amount) => fire(server.url, '/hosts/next-job', polls, { connections: 16, amount }),
    list: (amount) => read(server.url, '/jobs?limit=20', buyers, { connections: 4, amount }),
    health: (amount) => read(server.url, '/health', [''], { connections: 4, amount }),
    models: (amount) => read(server.url, '/models', [''], { connections: 4, amount }),
  }
  const samples: Record<string, Sample[]> = { start: [{ per_cpu_s: 1 / started, per_s: 1 / started }] }
  try {
    for (const [name, call] of Object.entries(calls)) {
      await call(WARM_UP)
      samples[name] = []
      for (let round = 0; round < 3; round++) samples[name].push(await timed(server.pid, () => call(ROUND)))
    }
    const start = performance.now()
    const { code, report } = await server.audit()
    if (code !== 0) throw new Error(`the audit found faults: ${report}`)
    samples.audit = [{ per_cpu_s: 1000 / (performance.now() - start) }]
  } finally {
    await server.stop()
    folder.remove()
  }
  return samples
}

const speakers = <T>(of: (at: number) => T): T[] => Array.from({ length: SPEAKERS }, (_, at) => of(at))
