import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../e2e/bins.ts'

// On a busy machine the first process of a kind takes long to be read from its disk.
const START_MS = 60_000

/** A Redis that tests may use, or why there is none. */
export type Reached = { url: string; stop: () => Promise<void> } | { reason: string }

/** That of MKT_TEST_REDIS_URL, else one that runs on this machine, else one that is started for the caller. */
export async function reachRedis(): Promise<Reached> {
  const given = process.env.MKT_TEST_REDIS_URL
  const url = given ?? 'redis://127.0.0.1:6379'
  const failure = await failureOf(url)
  if (failure === undefined) return { url, stop: async () => undefined }
  if (given !== undefined) return { reason: `${given} does not answer (${failure})` }
  return await startRedis()
}

/** One of the caller's own, which may be stopped, paused and emptied. */
export async function startRedis(port?: number): Promise<Reached & { pid?: number }> {
  if (spawnSync('redis-server', ['--version']).error) {
    return {
      reason: 'no Redis: nothing answers on 127.0.0.1:6379 and there is no redis-server; see MKT_TEST_REDIS_URL',
    }
  }
  const [own, folder] = [port ?? (await freePort()), mkdtempSync(join(tmpdir(), 'mkt-redis-'))]
  const flags = ['--port', String(own), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const child = spawn('redis-server', flags, { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `redis://127.0.0.1:${own}`
  for (const until = performance.now() + START_MS; performance.now() < until; await pause(20)) {
    if ((await failureOf(url)) === undefined) return { url, stop, pid: child.pid ?? 0 }
  }
  await stop()
  return { reason: 'redis-server did not start' }
}

async function failureOf(url: string): Promise<string | undefined> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 1000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.ping()
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    client.disconnect()
  }
}

/** A part of a Redis that nobody else uses. */
export const newSpace = () => `test-${process.pid}-${randomUUID()}`

/** Removes all keys of a space. */
export async function removeSpace(url: string, space: string): Promise<void> {
  const client = new Redis(url)
  for await (const keys of client.scanStream({ match: `mkt:${space}:*`, count: 1000 })) {
    if (keys.length > 0) await client.del(...keys)
  }
  client.disconnect()
}
