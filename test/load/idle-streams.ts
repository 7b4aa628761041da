/**
 * Opens many streams that wait for their job's next token and says what the server needs for them:
 *
 *     node --conditions=mkt-source test/load/idle-streams.ts --streams 10000
 *
 * The server and each 5,000 readers are processes of their own; `ulimit -Hn` must leave each of them a socket a stream.
 * Exits 1 over the memory goal. 2026-11-20, 2 cores under load, Node 24.21: 503 MB with 10,000 streams open, 564 MB at
 * most, idle 174 MB: 33 KB a stream.
 */
import { parseArgs } from 'node:util'
import { runManyStreams } from './many-streams.ts'

const GOAL_MB = 600
const { values } = parseArgs({ options: { streams: { type: 'string', default: '10000' } } })
const streams = Number(values.streams)
if (!Number.isInteger(streams) || streams < 1) throw new Error('--streams must be a whole number, 1 or more')

const seen = await runManyStreams(streams)
console.log(JSON.stringify(seen))
if (seen.peak_mb >= GOAL_MB) console.error(`${seen.peak_mb} MB are over the goal of ${GOAL_MB} MB.`)
if (seen.peak_mb >= GOAL_MB || seen.complaints.length > 0) process.exitCode = 1
