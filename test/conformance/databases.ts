import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import pg from 'pg'
import { afterAll, describe, test } from 'vitest'
import { type Location, migrate } from '../../server/src/storage/migrate.ts'
import type { Dialect } from '../../server/src/storage/statement.ts'
import { bringUpToDate } from '../server/current-schema.ts'

const START_MS = 120_000

/** Makes empty databases of one dialect; all are removed after the suite. */
export interface Databases {
  dialect: Dialect
  empty(): Promise<Location>
  /** With the schema in it. */
  fresh(): Promise<Location>
  /** How often Postgres had to break a deadlock in this database; call after it was closed. */
  deadlocks(location: Location): Promise<number>
}

/**
 * Runs one suite on every dialect. Postgres is that of MKT_TEST_DATABASE_URL, else one that is started for this run.
 * Where there is none the suite is skipped with the reason; with CI=true it fails.
 */
export async function onEveryDialect(suite: (databases: Databases) => void): Promise<void> {
  describe('sqlite', () => suite(sqliteFiles()))
  await onPostgres(suite)
}

/** As `onEveryDialect`, for what only Postgres does. */
export async function onPostgres(suite: (databases: Databases) => void): Promise<void> {
  const postgres = await reachPostgres()
  if ('url' in postgres) describe('postgres', () => suite(postgresDatabases(postgres)))
  else absent(postgres.reason)
}

function absent(reason: string): void {
  test('postgres', (context) => {
    const message = `no Postgres: ${reason}; set MKT_TEST_DATABASE_URL to use one that runs`
    if (process.env.CI === 'true') throw new Error(message)
    context.skip(message)
  })
}

function sqliteFiles(): Databases {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-conformance-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let made = 0
  const empty = async () => ({ sqlite: join(folder, `${++made}.db`) })
  return { dialect: 'sqlite', empty, fresh: () => migrated(empty), deadlocks: async () => 0 }
}

/** Some sixty databases, one after the other, on a busy machine. */
const DROPPING_MS = 300_000

function postgresDatabases({ url, kept }: Reached): Databases {
  const made: string[] = []
  afterAll(async () => {
    for (const name of made) await administer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }, DROPPING_MS)
  const create = async (like = 'template1') => {
    const name = `mkt_test_${process.pid}_${Date.now().toString(36)}_${made.length}`
    await administer(url, `CREATE DATABASE ${name} TEMPLATE ${like} STRATEGY file_copy`)
    made.push(name)
    return { postgres: urlOf(url, name) }
  }
  const empty = () => create()
  const fresh = async () => (kept ? await create(await templateOn(url)) : await migrated(empty))
  return { dialect: 'postgres', empty, fresh, deadlocks }
}

function urlOf(server: string, database: string): string {
  const location = new URL(server)
  location.pathname = `/${database}`
  return String(location)
}

let template: Promise<string> | undefined

/** A database with the schema in it, to be copied; it ends with the Postgres of this run. Migrating takes longer. */
function templateOn(url: string): Promise<string> {
  template ??= (async () => {
    const name = `mkt_template_${process.pid}`
    await administer(url, `CREATE DATABASE ${name}`)
    await migrate({ postgres: urlOf(url, name) })
    return name
  })()
  return template
}

async function migrated(empty: () => Promise<Location>): Promise<Location> {
  const location = await empty()
  await bringUpToDate(location)
  return location
}

async function deadlocks(location: Location): Promise<number> {
  if (!('postgres' in location)) return 0
  const sql = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()'
  return Number((await administer(location.postgres, sql)).rows[0].deadlocks)
}

async function administer(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

/** `kept`: it was started for this run and ends with it. */
interface Reached {
  url: string
  kept: boolean
}
type Postgres = Reached | { reason: string }

async function reachPostgres(): Promise<Postgres> {
  const given = process.env.MKT_TEST_DATABASE_URL
  const found = given ? { url: given, kept: false } : await keptPostgres()
  if ('reason' in found) return found
  try {
    await administer(found.url, 'SELECT 1')
    return found
  } catch (error) {
    return { reason: `${new URL(found.url).host} does not answer (${(error as Error).message})` }
  }
}

/** The Postgres of this test run. The first file that asks starts it; the others find it by the name of its folder. */
async function keptPostgres(): Promise<Postgres> {
  const runPid = isMainThread ? process.ppid : process.pid
  const folder = join(tmpdir(), `mkt-test-postgres-${runPid}`)
  try {
    // Open to all: run by root, Postgres drops to a user of its own, which must reach its data in here.
    mkdirSync(folder, { mode: 0o755 })
    startKeeper(folder, runPid)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  for (const until = performance.now() + START_MS; performance.now() < until; await pause(25)) {
    if (existsSync(join(folder, 'url'))) return { url: readFileSync(join(folder, 'url'), 'utf8'), kept: true }
    if (existsSync(join(folder, 'failed'))) return { reason: readFileSync(join(folder, 'failed'), 'utf8') }
  }
  return { reason: `embedded Postgres did not start within ${START_MS / 1000} s` }
}

function startKeeper(folder: string, runPid: number): void {
  const program = join(import.meta.dirname, 'databases-keeper.ts')
  // Detached, so that an interrupt from the terminal ends the run first and then, through it, the keeper.
  spawn(process.execPath, [program, folder, String(runPid)], { detached: true, stdio: 'ignore' }).unref()
}
