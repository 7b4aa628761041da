import Sqlite from 'better-sqlite3'
import { Checkpoints } from './checkpoints.ts'
import { type Database, isMoney, type Reader } from './database.ts'
import { type Statements, Writer } from './sqlite-writer.ts'
import { bind, type CompiledStatement, type Statement } from './statement.ts'
import { WalSync } from './wal-sync.ts'

export interface SqliteOptions {
  /** In place of the wait for the disk, for a simulator that owns all that takes time. */
  durable?: () => Promise<void>
}

/**
 * Opens the database file: one connection that writes, one that reads what is committed (WAL). A commit is durable
 * when `transaction` resolves; the disk is waited for on another thread, so that a slow one delays nobody else's
 * requests. Statement calls block the thread for their microseconds.
 */
export function openSqlite(file: string, { durable }: SqliteOptions = {}): Database {
  const writing = connect(file)
  writing.pragma('synchronous = NORMAL')
  // What a savepoint may have to restore went to a temporary file: a fifth of what a submission costs.
  writing.pragma('temp_store = MEMORY')
  // Only where the thread that does it fails: some 400 MB of log.
  writing.pragma('wal_autocheckpoint = 100000')
  const reading = connect(file, true)
  const sync = new WalSync(file)
  const checkpoints = new Checkpoints({ connection: writing, file })
  const writer = new Writer({
    connection: writing,
    statements: (failed) => connectionTx(writing, failed),
    durable: durable ?? (() => sync.durable()),
    committed: () => checkpoints.committed(),
  })
  return {
    ...committedReader(writing, reading),
    transaction: (work) => writer.transaction(work),
    failing: () => writer.failing,
    sinceAwayMs: () => Number.POSITIVE_INFINITY,
    scrub: () => checkpoints.scrub(),
    snapshot: (work) => readSqlite(file, work),
    async close() {
      await writer.idle()
      sync.close()
      await checkpoints.close()
      reading.close()
      closeLast(writing)
    },
  }
}

/** Reads a database file as it is at one moment, and changes neither it nor its log. */
export async function readSqlite<T>(file: string, work: (reader: Reader) => Promise<T>): Promise<T> {
  const connection = connect(file, true)
  try {
    connection.exec('BEGIN')
    return await work(connectionReader(connection))
  } finally {
    connection.close()
  }
}

/** The last connection takes the log into the database and removes it; one that has read nothing does not know of it. */
function closeLast(connection: Sqlite.Database): void {
  try {
    connection.pragma('schema_version')
  } catch {
    // Damaged, or a full disk: whoever works with it hears of that.
  }
  connection.close()
}

/** A connection with the settings that every one of ours has. */
export function connect(file: string, readonly = false): Sqlite.Database {
  const connection = new Sqlite(file, { readonly, timeout: 10_000 })
  try {
    if (!readonly) setUp(connection)
    return connection
  } catch (error) {
    // Left open it would be closed by whoever collects it, some time, and takes the log of a damaged file with it then.
    connection.close()
    throw error
  }
}

function setUp(connection: Sqlite.Database): void {
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  // What is erased is overwritten: the pages of a document must not be read in the file once it is deleted.
  connection.pragma('secure_delete = ON')
  // Fewer, larger checkpoints: at the default of 1,000 pages they cost more than the commits themselves.
  connection.pragma('wal_autocheckpoint = 8000')
}

/**
 * Reads what is committed: on the connection that writes while no transaction is open on it, since its cache of pages
 * is warm, and one that only reads has to drop its own after every commit (the look-up of a credential: 5 us and not 7); else on
 * the other.
 */
function committedReader(writing: Sqlite.Database, reading: Sqlite.Database): Reader {
  const warm = connectionReader(writing)
  const apart = connectionReader(reading)
  const now = () => (writing.inTransaction ? apart : warm)
  return {
    dialect: 'sqlite',
    all: (statement, parameters) => now().all(statement, parameters),
    get: (statement, parameters) => now().get(statement, parameters),
  }
}

function connectionReader(connection: Sqlite.Database): Reader {
  return readerOf(preparer(connection))
}

function readerOf(prepared: Preparer): Reader {
  return {
    dialect: 'sqlite',
    async all(statement, parameters) {
      return prepared(statement).all(parameters) as never[]
    },
    async get(statement, parameters) {
      return prepared(statement).get(parameters) as never
    },
  }
}

/** `failed` hears of each statement that throws, whether or not its caller catches the error. */
function connectionTx(connection: Sqlite.Database, failed: (error: unknown) => void): Statements {
  const watched = preparer(connection, (call) => {
    try {
      return call()
    } catch (error) {
      failed(error)
      throw error
    }
  })
  return {
    ...readerOf(watched),
    async run(statement, parameters) {
      return watched(statement).run(parameters)
    },
  }
}

interface Prepared {
  all(parameters: object): unknown[]
  get(parameters: object): unknown
  run(parameters: object): number
}

type Preparer = (statement: Statement<never, unknown>) => Prepared
type Around = <T>(call: () => T) => T

function preparer(connection: Sqlite.Database, around: Around = (call) => call()): Preparer {
  const cache = new Map<Statement<never, unknown>, Prepared>()
  return (statement) => {
    let prepared = cache.get(statement)
    if (!prepared) {
      prepared = around(() => prepare(connection, statement.compile('sqlite'), around))
      cache.set(statement, prepared)
    }
    return prepared
  }
}

function prepare(connection: Sqlite.Database, compiled: CompiledStatement, around: Around): Prepared {
  const native = connection.prepare(compiled.sql)
  const columns = native.reader ? native.columns().map((column) => column.name) : []
  const money = columns.some(isMoney)
  if (money) native.safeIntegers()
  const numbers = columns.filter((column) => !isMoney(column))
  const convert = money ? (row: unknown) => narrow(row as Row, numbers) : (row: unknown) => row
  return {
    all: (parameters) => around(() => native.all(...bind(compiled, parameters))).map(convert),
    get: (parameters) => convert(around(() => native.get(...bind(compiled, parameters)))),
    run: (parameters) => around(() => native.run(...bind(compiled, parameters)).changes),
  }
}

type Row = Record<string, unknown>

/** With safe integers every integer is a bigint; those that are no money become numbers again. */
function narrow(row: Row | undefined, columns: string[]): Row | undefined {
  if (row) for (const column of columns) if (typeof row[column] === 'bigint') row[column] = Number(row[column])
  return row
}
