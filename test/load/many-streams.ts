import { type ChildProcess, fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MOST_CONCURRENCY, market } from '@mkt/schemas'
import { type Client, createClient } from '@mkt/schemas/client'
import { type ServerProcess, startServer } from './server-process.ts'
import type { Order, Told } from './stream-readers.ts'

const SCRIPT = join(import.meta.dirname, 'stream-readers.ts')
// Of the 28,000 ports of one address, and of the files of one process, each takes a share only.
const READERS_PER_PROCESS = 5000
const READERS_PER_JOB = 500
const HEARTBEAT_MS = 15_000

/** What was seen of a server with so many open streams. Memory in MB, times in ms. */
export interface ManyStreams {
  streams: number
  idle_mb: number
  open_mb: number
  peak_mb: number
  /** From a host's token to the last reader that has it. */
  token_ms: number
  /** The slowest of the other requests that were made meanwhile. */
  others_ms: number
  /** How often a reader was told to come again before its stream began. */
  refused: number
  /** Sockets and files that the server holds more than before, when all is over. */
  left_open: number
  complaints: string[]
}

/** Opens streams of running jobs that wait for their next token, on a server of its own, and sees how it does. */
export async function runManyStreams(streams: number): Promise<ManyStreams> {
  const server = await startServer()
  try {
    return await streamsOn([server], streams)
  } finally {
    await server.stop()
  }
}

/** The same on several servers of one marketplace: hosts call the first, readers are at all; memory is that of all. */
export async function streamsOn(servers: readonly ServerProcess[], streams: number): Promise<ManyStreams> {
  const readers: ChildProcess[] = []
  const [first] = servers as [ServerProcess]
  const memory = (what: 'VmRSS' | 'VmHWM') => servers.reduce((sum, server) => sum + memoryOf(server, what), 0)
  const files = () => servers.reduce((sum, { pid }) => sum + readdirSync(`/proc/${pid}/fd`).length, 0)
  let [refused, scene] = [0, undefined as Scene | undefined]
  const each = Math.min(READERS_PER_PROCESS, Math.ceil(streams / servers.length))
  try {
    scene = await startJobs(first.url, Math.ceil(streams / READERS_PER_JOB))
    const idle_mb = memory('VmRSS')
    const before = files()
    for (let left = streams; left > 0; left -= each) {
      const child = fork(SCRIPT, { execArgv: ['--conditions=mkt-source'] })
      const { url } = servers[readers.length % servers.length] as ServerProcess
      readers.push(child)
      const told = await tell(child, {
        order: 'open',
        url,
        authorization: scene.authorization,
        jobs: scene.jobs,
        count: Math.min(left, each),
        localAddress: `127.0.0.${readers.length + 1}`,
      })
      refused += told.refused
    }
    const open_mb = memory('VmRSS')
    const arrived = Promise.all(readers.map((child) => tell(child, { order: 'await', text: '"token":"first"' })))
    const start = performance.now()
    await scene.say('first')
    const others_ms = await slowestOther(scene)
    await arrived
    const token_ms = performance.now() - start
    const over = Promise.all(readers.map((child) => tell(child, { order: 'await', text: '' })))
    await scene.end()
    await over
    const left_open = await settled(() => files() - before)
    const complaints = servers.flatMap((server) => server.complaints)
    const figures = { idle_mb, open_mb, peak_mb: memory('VmHWM'), token_ms, others_ms }
    return { streams, ...figures, refused, left_open, complaints }
  } finally {
    scene?.leave()
    for (const child of readers) child.kill()
  }
}

interface Scene {
  buyer: Client
  authorization: string
  jobs: string[]
  /** One token of each job. */
  say(token: string): Promise<void>
  end(): Promise<void>
  leave(): void
}

async function startJobs(baseUrl: string, count: number): Promise<Scene> {
  const password = 'a password for streams'
  await createClient({ baseUrl }).call(market.createUser, {
    body: { username: 'reader', email: 'reader@example.com', password },
  })
  const basic = `Basic ${Buffer.from(`reader:${password}`).toString('base64')}`
  const { token } = await createClient({ baseUrl, authorization: () => basic }).call(market.createToken, {
    body: { name: 'load' },
  })
  const authorization = `Bearer ${token}`
  const buyer = createClient({ baseUrl, authorization: () => authorization })
  // A host holds no more jobs than so many.
  const hosts = await Promise.all(
    Array.from({ length: Math.ceil(count / MOST_CONCURRENCY) }, () => registerHost(baseUrl)),
  )
  const jobs: string[] = []
  for (let at = 0; at < count; at++) {
    const { host, host_id, held } = hosts[at % hosts.length] as LoadHost
    const { job_id } = await buyer.call(market.runModel, { body: { model: 'm', input_text: 'x' } })
    await host.call(market.nextJob, { body: { host_id } })
    held.push(job_id)
    jobs.push(job_id)
  }
  // Opening streams may take longer than a lease.
  const beat = () => Promise.all(hosts.map(heartbeat)).catch(() => undefined)
  const beating = setInterval(beat, HEARTBEAT_MS)
  const report = async (offset: number, rest: { tokens: string[]; finish_reason?: 'stop' }) => {
    const calls = hosts.map(({ host, host_id, held }) =>
      host.call(market.results, { body: { host_id, results: held.map((job_id) => ({ job_id, offset, ...rest })) } }),
    )
    await Promise.all(calls)
  }
  return {
    buyer,
    authorization,
    jobs,
    say: (piece) => report(0, { tokens: [piece] }),
    end: () => report(1, { tokens: [], finish_reason: 'stop' }),
    leave: () => clearInterval(beating),
  }
}

function heartbeat({ host, host_id, held }: LoadHost) {
  const body = { host_id, gpu_utilization: 0, available_models: ['m'], running_jobs: held }
  return host.call(market.heartbeatHost, { body })
}

type LoadHost = Awaited<ReturnType<typeof registerHost>>

async function registerHost(baseUrl: string) {
  const { host_id, api_key } = await createClient({ baseUrl }).call(market.registerHost, {
    body: {
      ...{ gpu: 'Load GPU', models: ['m'], price_per_token: 1n, backend: 'huggingface' },
      concurrency: MOST_CONCURRENCY,
    },
  })
  const held: string[] = []
  return { host_id, host: createClient({ baseUrl, authorization: () => `Bearer ${api_key}` }), held }
}

async function slowestOther({ buyer }: Scene): Promise<number> {
  const calls = [
    () => buyer.call(market.health, {}),
    () => buyer.call(market.me, {}),
    () => buyer.call(market.models, {}),
    () => buyer.call(market.listJobs, { query: {} }),
    () => buyer.call(market.runModel, { body: { model: 'm', input_text: 'another' } }),
  ]
  let slowest = 0
  for (const call of calls) {
    const start = performance.now()
    await call()
    slowest = Math.max(slowest, performance.now() - start)
  }
  return slowest
}

/** Resolves when the readers have done it; fails when one of them could not. */
function tell(child: ChildProcess, order: Order): Promise<Told> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('the readers ended: see above'))
    child.once('exit', gone)
    child.once('message', (told) => {
      child.off('exit', gone)
      resolve(told as Told)
    })
    child.send(order)
  })
}

function memoryOf({ pid }: ServerProcess, what: 'VmRSS' | 'VmHWM'): number {
  const kb = new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kb) / 1024)
}

const PATIENCE_MS = 10_000
const FEW = 10

/** The count once it is small: the connections of this process go back within a while, not at once. */
async function settled(count: () => number): Promise<number> {
  const end = performance.now() + PATIENCE_MS
  while (count() > FEW && performance.now() < end) await new Promise((wake) => setTimeout(wake, 50))
  return count()
}
