import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startRedis } from '../conformance/redis-servers.ts'
import { startOwnPostgres } from '../faults/own-postgres.ts'
import { type ServerProcess, startServer } from '../load/server-process.ts'
import { freshDatabase } from './fresh-database.ts'
import { cpuSeconds, endedSeconds } from './measure.ts'
import { type Scene, sceneOf } from './scene.ts'

/** A Postgres and a Redis that nobody else uses, so that their CPU time is that of the figure. */
export interface Engines {
  postgres: string
  redis: string
  /** CPU seconds so far of each. */
  cpu(): { postgres: number; redis: number }
  stop(): Promise<void>
}

/** Starts both, or says why this machine cannot. */
export async function startEngines(): Promise<Engines | { why: string }> {
  const redis = await startRedis()
  if ('reason' in redis) return { why: redis.reason }
  const postgres = await startOwnPostgres()
  if ('why' in postgres) {
    await redis.stop()
    return postgres
  }
  return {
    postgres: postgres.url,
    redis: redis.url,
    cpu: () => ({ postgres: familySeconds(postgres.pid()), redis: cpuSeconds(redis.pid ?? 0) }),
    async stop() {
      await postgres.stop()
      await redis.stop()
    },
  }
}

/** Of a process and its children, ended or not: a Postgres has one for each connection, and others that come and go. */
function familySeconds(parent: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
  return (
    endedSeconds(parent) +
    [String(parent), ...children].reduce((sum, pid) => sum + (tryTo(() => cpuSeconds(Number(pid))) ?? 0), 0)
  )
}

const parentOf = (pid: string) =>
  tryTo(() => Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]))

/** A process may end while it is looked at. */
function tryTo<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}

export interface Replicas {
  servers: ServerProcess[]
  scene: Scene
  /** Transactions that Postgres has committed for them so far. */
  commits(): Promise<number>
  /** Those of them that wrote something, of all that use this Postgres: they alone wait for its disk. */
  writes(): Promise<number>
  stop(): Promise<void>
}

/** So many servers of one marketplace, with buyers and hosts. */
export async function startReplicas(
  { postgres, redis }: Engines,
  count: number,
  people: { buyers: number; hosts: number },
  under: string,
): Promise<Replicas> {
  const database = await freshDatabase(postgres, `replicas${count}`)
  const key = randomBytes(32).toString('base64')
  const servers: ServerProcess[] = []
  const env = {
    NODE_ENV: 'production',
    MKT_DATABASE_URL: database.url,
    MKT_REDIS_URL: redis,
    MKT_LIMIT_REGISTRATIONS_PER_HOUR: '1000000',
    MKT_LIMIT_SUBMISSIONS_PER_SECOND: '100000',
  }
  for (let at = 0; at < count; at++) {
    const data = mkdtempSync(join(under, 'mkt-replica-'))
    writeFileSync(join(data, 'secrets.key'), `${key}\n`, { mode: 0o600 })
    servers.push(await startServer({ data, env, flags: ['--signup-credits', '1000000', '--services', 'market'] }))
  }
  const scene = await sceneOf(servers[0] as ServerProcess, people)
  return {
    servers,
    scene,
    commits: () => database.commits(),
    writes: () => database.writes(),
    async stop() {
      for (const server of servers) await server.stop()
      await database.remove()
    },
  }
}
