import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Figure, ratioOf } from './figure.ts'
import { latencies, type Sample } from './measure.ts'
import { measurePickup } from './pickup.ts'
import type { BenchOptions } from './scene.ts'
import { measureSubmission } from './submission.ts'

const FOLDER = join(import.meta.dirname, 'peers')

interface Peer {
  name: string
  url: string | undefined
  missing: string
}

const PEERS: Peer[] = [
  {
    name: 'bullmq',
    url: process.env.MKT_TEST_REDIS_URL ?? 'redis://127.0.0.1:6379',
    missing: 'no Redis answers; start one or name it with MKT_TEST_REDIS_URL',
  },
  {
    name: 'graphile-worker',
    url: process.env.MKT_TEST_DATABASE_URL,
    missing: 'no Postgres was named; do so with MKT_TEST_DATABASE_URL',
  },
]

/** What well-known queues do on this machine, beside our own submission and pickup; they check nobody and charge nothing. */
export async function measurePeers(options: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const peer of PEERS) {
    const reason = await whyNot(peer)
    if (reason) console.error(`${peer.name} is not measured: ${reason}`)
    else figures.push(...(await beside(peer, options)))
  }
  return figures
}

async function beside({ name, url }: Peer, options: BenchOptions): Promise<Figure[]> {
  const submission = await measureSubmission(options)
  const pickup = await measurePickup(options)
  const added: Sample[] = []
  const picked: Sample[] = []
  for (const _round of submission.ours) {
    const { per_s, pickup_ms } = await runPeer(name, url as string)
    added.push({ per_s })
    picked.push(latencies(pickup_ms))
  }
  return [
    {
      ...submission,
      ...{ name: `submission-${name}`, anchor: `${name}: add, 32 in flight, no HTTP`, goal: 'to know', theirs: added },
      ratios: [ratioOf('per_s', submission.ours, added)],
    },
    {
      ...pickup,
      ...{ name: `pickup-${name}`, anchor: `${name}: add -> an idle worker has it`, goal: 'to know', theirs: picked },
      ratios: [ratioOf('p50_ms', pickup.ours, picked)],
    },
  ]
}

async function whyNot({ url, missing }: Peer): Promise<string | undefined> {
  if (!existsSync(join(FOLDER, 'node_modules'))) return 'run npm install in test/bench/peers first'
  return url && (await answers(new URL(url))) ? undefined : missing
}

function answers({ hostname, port, protocol }: URL): Promise<boolean> {
  const number = Number(port || (protocol.startsWith('redis') ? 6379 : 5432))
  return new Promise((resolve) => {
    const socket = connect(number, hostname, () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.unref()
  })
}

function runPeer(name: string, url: string): Promise<{ per_s: number; pickup_ms: number[] }> {
  const child = fork(join(FOLDER, `${name}.js`), [url], { cwd: FOLDER })
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as { per_s: number; pickup_ms: number[] }))
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
}
