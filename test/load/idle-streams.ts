/**
 * Opens many streams that wait for their job's next token and says what the server needs for them:
 *
 *     node --conditions=mkt-source test/load/idle-streams.ts --streams 10000 [--servers 3]
 *
 * With several servers they share a Postgres and a Redis of their own, and the memory is that of all servers.
 * The server and each 5,000 readers are processes of their own; `ulimit -Hn` must leave each of them a socket a stream.
 * Exits 1 over the memory goal. 2026-11-20, 2 cores under load, Node 24.21: 503 MB with 10,000 streams open, 564 MB at
 * most, idle 174 MB: 33 KB a stream.
 */
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { startEngines, startReplicas } from '../bench/replicas.ts'
import { runManyStreams, streamsOn } from './many-streams.ts'

const GOAL_MB = 600
const { values } = parseArgs({
  options: { streams: { type: 'string', default: '10000' }, servers: { type: 'string', default: '1' } },
})
const [streams, servers] = [Number(values.streams), Number(values.servers)]
if (!Number.isInteger(streams) || streams < 1) throw new Error('--streams must be a whole number, 1 or more')

const seen = servers === 1 ? await runManyStreams(streams) : await onSeveral()
console.log(JSON.stringify(seen))
const goal_mb = servers * GOAL_MB
if (seen.peak_mb >= goal_mb) console.error(`${seen.peak_mb} MB are over the goal of ${goal_mb} MB.`)
if (seen.peak_mb >= goal_mb || seen.complaints.length > 0) process.exitCode = 1

async function onSeveral() {
  const engines = await startEngines()
  if ('why' in engines) throw new Error(engines.why)
  const replicas = await startReplicas(engines, servers, { buyers: 1, hosts: 1 }, tmpdir())
  try {
    return await streamsOn(replicas.servers, streams)
  } finally {
    await replicas.stop()
    await engines.stop()
  }
}
