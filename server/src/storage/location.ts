import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import type { Database } from './database.ts'
import { type Location, migrate, SchemaError, type SchemaState, schemaState } from './migrate.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import { lockPostgres } from './postgres-lock.ts'
import { openSqlite } from './sqlite.ts'

const DATABASE_FILE = 'mkt.db'
/** A lock for each service: two servers may share a data directory where each has one of them. */
const LOCK_FILES = { market: 'serve.lock', documents: 'documents.lock' } as const
type Served = keyof typeof LOCK_FILES
const ALL: readonly Served[] = ['market', 'documents']
const MIGRATION_LOCK = 'migrate.lock'

/** Another process serves this data directory. */
export class LockedError extends Error {
  override name = 'LockedError'
  constructor(data: string, instead = 'or give this one another place for its data') {
    super(`another mkt-server serves ${data}; stop it first, ${instead}`)
  }
}

/** The lock file holds something, though nothing is ever written to it. */
export class LockFileError extends Error {
  override name = 'LockFileError'
  constructor(file: string) {
    super(`${file} is not the lock file that mkt-server made there; remove it, it holds no data`)
  }
}

const AS_ONE_OF_SEVERAL =
  'or start both with --redis-url, as servers of one marketplace, or give this one another place for its data'
const WITHOUT_REDIS = 'or start it with --redis-url too: it serves alone'

/** The data directory cannot be made, or nothing may be written there. */
export class DataDirectoryError extends Error {
  override name = 'DataDirectoryError'
  constructor(data: string, cause: NodeJS.ErrnoException) {
    super(`cannot write to the data directory ${data} (${cause.code}): name one that may be written with --data`, {
      cause,
    })
  }
}

/** Where the data lives: Postgres when a URL is given, else SQLite in the data directory. */
export function locate(data: string, databaseUrl: string | undefined): Location {
  return databaseUrl ? { postgres: databaseUrl } : { sqlite: join(data, DATABASE_FILE) }
}

export function openDatabase(location: Location, options?: PostgresOptions): Database {
  return 'sqlite' in location ? openSqlite(location.sqlite) : openPostgres(location.postgres, options)
}

/** Makes the data directory, readable by its owner only: it holds prompts and hashes. */
export function makeDataDirectory(data: string): void {
  try {
    makeDirectory(data, 0o700)
    // Of a file instead of a directory, this path does not exist.
    accessSync(`${data}/.`, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new DataDirectoryError(data, error as NodeJS.ErrnoException)
  }
}

/** Parents one by one: Node's own way never ends where one cannot be made although its parent is there, as in /proc. */
function makeDirectory(path: string, mode?: number): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeDirectory(dirname(path))
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Takes the data directory for this process, or what some services have of it. A lock is a file lock that SQLite holds,
 * so the system releases it however the process ends, kill -9 included. Throws LockedError.
 */
export function lockDataDirectory(data: string, services: readonly Served[] = ALL): () => void {
  const held: (() => void)[] = []
  const unlock = () => {
    for (const release of held.splice(0)) release()
  }
  try {
    // In one order for everybody.
    for (const service of ALL) if (services.includes(service)) held.push(lockFile(data, LOCK_FILES[service]))
  } catch (error) {
    unlock()
    throw error
  }
  return unlock
}

function lockFile(data: string, name: string): () => void {
  const lock = new Sqlite(join(data, name), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    const { code } = error as { code?: string }
    if (code === 'SQLITE_BUSY') throw new LockedError(data)
    if (code === 'SQLITE_NOTADB') throw new LockFileError(join(data, name))
    throw error
  }
  return () => lock.close()
}

/**
 * Takes the database itself for some services, where it can be reached from other data directories too. Throws
 * LockedError.
 */
export async function lockDatabase(
  location: Location,
  services: readonly Served[],
  stolen: () => void,
  { shared = false } = {},
): Promise<() => Promise<void>> {
  if ('sqlite' in location) {
    demandWritable(location.sqlite)
    return async () => undefined
  }
  const held: (() => Promise<void>)[] = []
  const unlock = async () => {
    for (const release of held.splice(0)) await release()
  }
  for (const service of ALL) {
    if (!services.includes(service)) continue
    const release = await lockPostgres(location.postgres, service, stolen, { shared })
    if (release) held.push(release)
    else {
      await unlock()
      throw new LockedError('this database', shared ? WITHOUT_REDIS : AS_ONE_OF_SEVERAL)
    }
  }
  return unlock
}

/** Brings the database up to date; where another process does so for it at this moment, after that. */
export async function migrateInTurn(location: Location, data: string): Promise<void> {
  let unlock = tryTo(() => lockFile(data, MIGRATION_LOCK))
  for (; !unlock; unlock = tryTo(() => lockFile(data, MIGRATION_LOCK))) await pause(100)
  try {
    await migrate(location)
  } finally {
    unlock()
  }
}

/** The database is there and this user may only read it. */
export class DatabaseFileError extends Error {
  override name = 'DatabaseFileError'
  constructor(file: string, cause: NodeJS.ErrnoException) {
    super(`cannot write to ${file} (${cause.code}): let this user write it, or name another place with --data`, {
      cause,
    })
  }
}

/** SQLite opens such a file all the same, and a server would start that refuses everything. */
function demandWritable(file: string): void {
  if (!existsSync(file)) return
  try {
    accessSync(file, constants.W_OK)
  } catch (error) {
    throw new DatabaseFileError(file, error as NodeJS.ErrnoException)
  }
}

/** There is no database where a command looked for one. */
export class NoDatabaseError extends Error {
  override name = 'NoDatabaseError'
  constructor(data: string) {
    super(`there is no database in ${data}: see --data, or start mkt-server serve there first`)
  }
}

const MIGRATION_WAIT_MS = 10_000

/**
 * Opens the database for a command beside a running server. With `create` a fresh data directory is set up, else it
 * is a NoDatabaseError; one of another version is refused (SchemaError): only `serve` migrates.
 */
export async function openForCommand(
  data: string,
  databaseUrl: string | undefined,
  { create }: { create: boolean },
): Promise<Database> {
  const location = locate(data, databaseUrl)
  if (create) makeDataDirectory(data)
  else if ('sqlite' in location && !existsSync(location.sqlite)) throw new NoDatabaseError(data)
  let state = await schemaState(location)
  if (state === 'empty') state = await setUp(location, data, create)
  if (state !== 'current' && state !== 'ahead') throw new SchemaError(state)
  return openDatabase(location)
}

/** Migrates an empty database, or waits for the server that is doing so at this moment. */
async function setUp(location: Location, data: string, create: boolean): Promise<SchemaState> {
  const deadline = performance.now() + MIGRATION_WAIT_MS
  while (true) {
    const unlock = tryTo(() => lockDataDirectory(data))
    if (unlock) {
      try {
        if (!create) throw new NoDatabaseError(data)
        await migrateInTurn(location, data)
      } finally {
        unlock()
      }
    } else if (performance.now() > deadline) throw new LockedError(data)
    else await pause(100)
    const state = await schemaState(location)
    if (state !== 'empty') return state
  }
}

function tryTo(lock: () => () => void): (() => void) | undefined {
  try {
    return lock()
  } catch (error) {
    if (error instanceof LockedError) return undefined
    throw error
  }
}
