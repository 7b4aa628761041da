import { setTimeout as pause } from 'node:timers/promises'
import { type Figure, ratioOf } from './figure.ts'
import { latencies } from './measure.ts'
import type { Replicas } from './replicas.ts'
import { beat, registerHost, type Scene, SUBMISSION } from './scene.ts'
import { ask } from './wire.ts'

const WAIT_S = 30
/** A job that has no host after so long, with idle ones waiting, is one that was forgotten. */
const FORGOTTEN_MS = 10_000
/** All look once by themselves as they begin to wait, one after the other. */
const SETTLED_MS = 10
const LANES = 8

type Host = Scene['hosts'][number]

/** How many hosts look for work on account of a job, of many that wait at all servers. */
export async function looks({ servers, scene }: Replicas, waiting: number): Promise<Figure> {
  const url = (at: number) => (servers[at % servers.length] as Replicas['servers'][number]).url
  const hosts = await enlist(waiting, url)
  const taken = new Map<string, number>()
  const over = { stopped: false }
  // Until then the servers answer with no job; a bench that is over takes no notice.
  for (const [at, host] of hosts.entries()) void waitForJob(url(at), host, taken, over).catch(() => undefined)
  await pause(waiting * SETTLED_MS)
  const before = await looksSoFar(servers)
  const submitted = new Map<string, number>()
  const count = Math.floor(waiting / 3)
  for (let job = 0; job < count; job++) {
    const buyer = scene.buyers[job % scene.buyers.length] as string
    const { job_id } = await ask<{ job_id: string }>(url(job), '/run/model', buyer, SUBMISSION)
    submitted.set(job_id, performance.now())
  }
  const delays = await allTaken(submitted, taken)
  const each = ((await looksSoFar(servers)) - before) / count
  over.stopped = true
  const ours = [{ looks: each, ...latencies(delays) }]
  return {
    name: 'cluster-looks',
    what: `looks a job, ${waiting} hosts waiting at ${servers.length} replicas; from its answer to its host`,
    anchor: 'one, by the host that gets it',
    goal: '<= 1.2',
    ours,
    theirs: [{ looks: 1 }],
    ratios: [ratioOf('looks', ours, [{ looks: 1 }], (ratio) => ratio <= 1.2)],
  }
}

async function enlist(count: number, url: (at: number) => string): Promise<Host[]> {
  const hosts: Host[] = []
  const lane = async (from: number) => {
    for (let at = from; at < count; at += LANES) {
      const host = await registerHost(url(at), `Waiting GPU ${at}`)
      await beat(url(at), host)
      hosts.push(host)
    }
  }
  await Promise.all(Array.from({ length: LANES }, (_, from) => lane(from)))
  return hosts
}

/** As an agent does: whose time is up with nothing asks again. */
async function waitForJob(url: string, host: Host, taken: Map<string, number>, over: { stopped: boolean }) {
  const { host_id, authorization } = host
  while (!over.stopped) {
    const wait = { host_id, wait_seconds: WAIT_S }
    const job = await ask<{ job_id: string } | null>(url, '/hosts/next-job', authorization, wait)
    if (job) return void taken.set(job.job_id, performance.now())
    await beat(url, host)
  }
}

/** How long after its submission was answered each had its host, ms; before that is 0. */
async function allTaken(submitted: Map<string, number>, taken: Map<string, number>): Promise<number[]> {
  const until = performance.now() + FORGOTTEN_MS
  const left = () => [...submitted.keys()].filter((job) => !taken.has(job))
  while (left().length > 0 && performance.now() < until) await pause(20)
  const forgotten = left()
  if (forgotten.length > 0)
    throw new Error(`${forgotten.length} of ${submitted.size} jobs wait though hosts do: ${forgotten[0]}, ...`)
  return [...submitted].map(([job, at]) => Math.max(0, (taken.get(job) as number) - at))
}

const looksSoFar = async (servers: Replicas['servers']) => {
  const texts = servers.map(async ({ url }) => {
    const answer = await fetch(`${url}/metrics`, { headers: { accept: 'text/plain' } })
    return Number(/^mkt_waiting_looks_total (\d+)/m.exec(await answer.text())?.[1] ?? 0)
  })
  return (await Promise.all(texts)).reduce((sum, looked) => sum + looked, 0)
}
