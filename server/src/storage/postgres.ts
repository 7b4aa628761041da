import pg from 'pg'
import { systemClock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { type Database, isMoney, type Reader, type Tx } from './database.ts'
import { DatabaseAway, saysAway } from './database-away.ts'
import { bind, type Statement } from './statement.ts'

const INT8 = 20
const NUMERIC = 1700
const RETRIES = 5
const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'

/** Of the connections of the pool another one may be whole. Where none can be made, waiting is the caller's. */
const AWAY_TRIES = 2
/** For a connection, of the pool or new: a machine that is gone refuses none. */
const CONNECT_MS = 10_000

export interface PostgresOptions {
  connections?: number
  /** How long a statement may take; beyond it the machine counts as gone. Without it as long as it wants. */
  patienceMs?: number | undefined
  /** Told when Postgres goes away and comes back. */
  log?: Log | undefined
}

/**
 * Opens a pool on a Postgres URL. Commits are durable as the server's synchronous_commit says (default on). While it
 * cannot be reached everything rejects with DatabaseAway.
 */
export function openPostgres(url: string, { connections = 10, patienceMs, log }: PostgresOptions = {}): Database {
  // Statements begun together travel together: a round trip costs as much as the statement.
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    pipeline: true,
    connectionTimeoutMillis: Math.min(CONNECT_MS, patienceMs ?? CONNECT_MS),
    keepAlive: true,
    keepAliveInitialDelayMillis: CONNECT_MS,
    ...(patienceMs === undefined ? {} : { query_timeout: patienceMs }),
  })
  const reach = new Reach(log)
  // A connection that the server ends must not end this process, idle or in use; the next query reports it.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const transaction: Database['transaction'] = async (work) => {
    const { value, effects, followers } = await withRetries(reach, () => inTransaction(pool, 'BEGIN', work))
    for (const effect of effects) effect()
    for (const follower of followers) follower.start(transaction)
    return value
  }
  const alone = reader(pool)
  return {
    dialect: 'postgres',
    all: (statement, parameters) => withRetries(reach, () => alone.all(statement, parameters)),
    get: (statement, parameters) => withRetries(reach, () => alone.get(statement, parameters)),
    // A Postgres that cannot write does not let us connect either; then reads fail too.
    failing: () => false,
    sinceAwayMs: () => reach.sinceAwayMs(),
    scrub: () => undefined,
    transaction,
    async snapshot(work) {
      const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
      return (await withRetries(reach, () => inTransaction(pool, begin, work))).value
    },
    close: () => pool.end(),
  }
}

/** Whether Postgres was there when it was last asked. */
class Reach {
  readonly #log: Log | undefined
  #away = false
  #lastAway = Number.NEGATIVE_INFINITY

  constructor(log: Log | undefined) {
    this.#log = log
  }

  found(): void {
    if (!this.#away) return
    this.#away = false
    this.#log?.info('Postgres is back')
  }

  missed(cause: unknown): void {
    if (!this.#away)
      this.#log?.error({ err: cause }, 'Postgres cannot be reached; what needs it waits until it is back')
    this.#away = true
    this.#lastAway = systemClock.monotonic()
  }

  sinceAwayMs(): number {
    return systemClock.monotonic() - this.#lastAway
  }
}

type Queryable = Pick<pg.Pool, 'query'> | pg.PoolClient

function reader(connection: Queryable): Reader {
  return {
    dialect: 'postgres',
    all: async (statement, parameters) => (await query(connection, statement, parameters)).rows as never[],
    get: async (statement, parameters) => (await query(connection, statement, parameters)).rows[0] as never,
  }
}

interface Committed<T> {
  value: T
  effects: (() => void)[]
  followers: Follower[]
}

/** A transaction that waits for the one before it. */
interface Follower {
  start(transaction: Database['transaction']): void
  fail(error: unknown): void
}

async function inTransaction<T>(pool: pg.Pool, begin: string, work: (tx: Tx) => Promise<T>): Promise<Committed<T>> {
  const client = await pool.connect()
  const effects: (() => void)[] = []
  const followers: Follower[] = []
  const begun = client.query(begin)
  const statements = new Statements(begun, client)
  let broken: Error | undefined
  try {
    const value = await work({
      ...statements.tx(),
      onCommit: (effect) => void effects.push(effect),
      followUp: <R>(follow: (tx: Tx) => Promise<R>) => {
        const { promise, resolve, reject } = Promise.withResolvers<R>()
        followers.push({ start: (transaction) => resolve(transaction(follow)), fail: reject })
        return promise
      },
    })
    await begun
    statements.over = true
    await commit(client)
    return { value, effects, followers }
  } catch (thrown) {
    statements.over = true
    const error = statements.causeOf(thrown)
    for (const follower of followers) follower.fail(error)
    await client.query('ROLLBACK').catch((rollback: Error) => {
      broken = rollback
    })
    throw error
  } finally {
    client.release(broken)
  }
}

// What Postgres says of each statement behind the one that failed; of one that it has not seen before the second.
const BEHIND_A_FAILURE = new Set(['25P02', '26000'])

/**
 * The statements of a transaction that may still be beginning. A read goes out with its BEGIN. A write waits, and all
 * behind it: should the BEGIN fail (an operator cancels it), a write sent after it would be committed by itself.
 */
class Statements {
  /** Set before the transaction ends: a statement that comes later would be one of its own, or of the next one. */
  over = false
  readonly #begun: Promise<unknown>
  readonly #client: pg.PoolClient
  #before: Promise<unknown> | undefined
  #failure: unknown

  constructor(begun: Promise<unknown>, client: pg.PoolClient) {
    this.#begun = begun
    this.#client = client
    // Whoever waits for it is told; a unit that fails before it waits must not leave a rejection behind.
    begun.catch(() => undefined)
  }

  tx(): Pick<Tx, 'dialect' | 'all' | 'get' | 'run'> {
    return {
      dialect: 'postgres',
      all: async (statement, parameters) => (await this.#send(statement, parameters)).rows as never[],
      get: async (statement, parameters) => (await this.#send(statement, parameters)).rows[0] as never,
      run: async (statement, parameters) => {
        this.#before ??= this.#begun
        return (await this.#send(statement, parameters)).rowCount ?? 0
      },
    }
  }

  /** Why a unit failed that threw this: of statements that travelled together the others fail too, and may be heard first. */
  causeOf(thrown: unknown): unknown {
    const code = (thrown as { code?: string } | undefined)?.code
    return code !== undefined && BEHIND_A_FAILURE.has(code) ? (this.#failure ?? thrown) : thrown
  }

  async #send(statement: Statement<never, unknown>, parameters: object) {
    if (this.#before) await this.#before
    if (this.over) throw new Error('a statement came after the end of its transaction')
    try {
      return await query(this.#client, statement, parameters)
    } catch (error) {
      // Answers come in the order of the statements, so the first failure is the cause of those behind it.
      this.#failure ??= error
      throw error
    }
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  // After a failed statement Postgres answers COMMIT with ROLLBACK and no error, also where the failure was caught.
  const { command } = await client.query('COMMIT').catch((error) => {
    throw saysAway(error) ? new DatabaseAway(error, { unconfirmed: true }) : error
  })
  if (command !== 'COMMIT') throw new Error('a statement of this transaction failed, so nothing of it was kept')
}

async function withRetries<T>(reach: Reach, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const value = await attempt()
      reach.found()
      return value
    } catch (thrown) {
      const error = thrown instanceof DatabaseAway || !saysAway(thrown) ? thrown : new DatabaseAway(thrown)
      if (tries < triesFor(error)) continue
      if (error instanceof DatabaseAway) reach.missed(error.cause)
      throw error
    }
  }
}

/** How often a unit is run that fails so. One whose commit may have been taken is not run again. */
function triesFor(error: unknown): number {
  if (error instanceof DatabaseAway) return error.unconfirmed ? 1 : AWAY_TRIES
  const code = (error as { code?: string } | undefined)?.code
  return code === DEADLOCK || code === SERIALIZATION_FAILURE || isStalePlan(error) ? RETRIES : 1
}

/**
 * A newer server has changed a table beside us, of which a prepared statement asks for all columns: its connection
 * refuses it for good. By the place in Postgres that says so: its code has other causes too, its words have languages.
 */
function isStalePlan(error: unknown): boolean {
  return (error as { routine?: string } | undefined)?.routine === 'RevalidateCachedQuery'
}

const names = new WeakMap<object, string>()
let named = 0

/** Runs prepared by name, so that each connection parses and plans a statement once. */
async function query(connection: Queryable, statement: Statement<never, unknown>, parameters: object) {
  const compiled = statement.compile('postgres')
  if (!names.has(compiled)) names.set(compiled, `s${++named}`)
  const name = names.get(compiled) as string
  const values = bind(compiled, parameters)
  const result = await connection.query({ name, text: compiled.sql, values }).catch((error: unknown) => {
    // By another name every connection prepares it anew, not only the one that was heard.
    if (isStalePlan(error) && names.get(compiled) === name) names.delete(compiled)
    throw error
  })
  convert(result)
  return result
}

/** int8 and numeric come as text; money becomes bigint and the rest a number. */
function convert(result: pg.QueryResult): void {
  const columns = result.fields?.filter((field) => field.dataTypeID === INT8 || field.dataTypeID === NUMERIC) ?? []
  for (const { name } of columns) {
    const type = isMoney(name) ? BigInt : Number
    for (const row of result.rows) if (row[name] !== null) row[name] = type(row[name])
  }
}
