import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import pg from 'pg'
import { nginxConfig } from '../../../examples/cluster/nginx.ts'
import { startRedis } from '../../conformance/redis-servers.ts'
import { freePort, type Program, runBin, start, tempFolder, until } from '../../e2e/bins.ts'
import { type OneOfSeveral, startOneOfSeveral } from '../../e2e/several-servers.ts'
import { UNHURRIED } from '../place.ts'
import { type PostgresProxy, startPostgresProxy } from '../postgres-proxy.ts'

const SERVERS = 3
/** A replica that is stopped for so long gives no beat, and hosts and readers meet it all the same. */
const PAUSED_MS = 4000

/** What a round breaks, and mends before the next one. */
const FAULTS = ['server', 'redis', 'postgres', 'rolling', 'paused', 'emptied', 'nginx'] as const
export type Fault = (typeof FAULTS)[number]

type OwnRedis = Exclude<Awaited<ReturnType<typeof startRedis>>, { reason: string }>

/** Three servers, their Redis, a Postgres behind a proxy, and nginx in front where it is installed. */
export class ClusterPlace {
  readonly faults: readonly Fault[]
  readonly #key = randomBytes(32).toString('base64')
  readonly #database: string
  readonly #proxy: PostgresProxy
  #redis: OwnRedis
  readonly #servers: OneOfSeveral[] = []
  /** Where nginx listens, and where each server does, so that a new one has the old one's address. */
  readonly #ports: number[] = []
  #nginx: Program | undefined
  #turn = 0

  private constructor(database: string, proxy: PostgresProxy, redis: OwnRedis) {
    this.#database = database
    this.#proxy = proxy
    this.#redis = redis
    const balanced = spawnSync('nginx', ['-v']).error === undefined
    this.faults = FAULTS.filter((fault) => fault !== 'nginx' || balanced)
  }

  /** On an empty Postgres database; or why this machine cannot. */
  static async open(database: string): Promise<ClusterPlace | { why: string }> {
    const redis = await startRedis()
    if ('reason' in redis) return { why: redis.reason }
    const place = new ClusterPlace(database, await startPostgresProxy(database), redis)
    for (let at = 0; at <= SERVERS; at++) place.#ports.push(await freePort())
    for (let at = 0; at < SERVERS; at++) place.#servers.push(await place.#startServer(at))
    if (place.faults.includes('nginx')) await place.#startNginx()
    return place
  }

  async #startServer(at: number): Promise<OneOfSeveral> {
    const place = { database: this.#proxy.url, redis: this.#redis.url, key: this.#key }
    const more = { MKT_MARKET_PORT: String(this.#ports[at + 1]), MKT_TRUSTED_PROXIES: '1' }
    return await startOneOfSeveral(place, { ...more, ...UNHURRIED, MKT_LIMIT_REGISTRATIONS_PER_HOUR: '10000' })
  }

  async #startNginx(): Promise<void> {
    const folder = tempFolder()
    const file = join(folder, 'nginx.conf')
    const urls = this.#servers.map(({ url }) => url)
    // One process: killed, a master would leave its workers behind, who go on.
    const config = nginxConfig(urls, this.#ports[0] as number, folder)
    writeFileSync(file, config.replace('daemon off;', 'daemon off; master_process off;'))
    this.#nginx = start('nginx', ['-e', 'stderr', '-p', folder, '-c', file])
    await until('nginx answers', () =>
      fetch(this.front().url).then(
        (answer) => answer.ok,
        () => false,
      ),
    )
  }

  /** Where the next call goes: to nginx, or without it to one server after the other. */
  front(): { url: string } {
    if (this.#nginx) return { url: `http://127.0.0.1:${this.#ports[0]}` }
    return this.#servers[this.#turn++ % SERVERS] as OneOfSeveral
  }

  async break(fault: Fault, at: number): Promise<void> {
    if (fault === 'server') await this.#replace(at % SERVERS, 'SIGKILL')
    else if (fault === 'rolling') for (let one = 0; one < SERVERS; one++) await this.#replace(one, 'SIGTERM')
    else if (fault === 'redis') await this.#restartRedis()
    else if (fault === 'postgres') await this.#cutPostgres(at)
    else if (fault === 'paused') await this.#pause(at % SERVERS)
    else if (fault === 'emptied') await this.#emptyRedis()
    else {
      await this.#nginx?.stop('SIGKILL')
      await this.#startNginx()
    }
  }

  async #replace(at: number, signal: NodeJS.Signals): Promise<void> {
    await this.#servers[at]?.program.stop(signal)
    this.#servers[at] = await this.#startServer(at)
  }

  /** Stops the process, as a moved machine does; it wakes with what came meanwhile in its sockets. */
  async #pause(at: number): Promise<void> {
    const { pid } = (this.#servers[at] as OneOfSeveral).program
    process.kill(pid, 'SIGSTOP')
    await pause(PAUSED_MS)
    process.kill(pid, 'SIGCONT')
  }

  async #emptyRedis(): Promise<void> {
    const client = new Redis(this.#redis.url)
    await client.flushall()
    client.disconnect()
  }

  async #restartRedis(): Promise<void> {
    const port = Number(new URL(this.#redis.url).port)
    await this.#redis.stop()
    const again = await startRedis(port)
    if ('reason' in again) throw new Error(again.reason)
    this.#redis = again
  }

  /** By turns: its connections end, as an operator ends them; the network breaks; a commit loses its answer. */
  async #cutPostgres(at: number): Promise<void> {
    if (at % 3 === 0) {
      const client = new pg.Client({ connectionString: this.#database })
      await client.connect()
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      )
      await client.end()
    } else if (at % 3 === 1) {
      this.#proxy.cut()
      await pause(500)
      this.#proxy.heal()
    } else await this.#proxy.loseCommit()
  }

  async audit(): Promise<string | undefined> {
    const said = await runBin('mkt-server', ['audit', '--data', tempFolder(), '--database-url', this.#database])
    return said.code === 0 ? undefined : said.stdout + said.stderr
  }

  async close(): Promise<void> {
    await this.#nginx?.stop('SIGKILL')
    for (const { program } of this.#servers) await program.stop('SIGKILL')
    await this.#redis.stop()
    await this.#proxy.close()
  }
}
