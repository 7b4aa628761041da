import type { Database } from 'better-sqlite3'
import type { Tx } from './database.ts'

interface Unit {
  work: (tx: Tx) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

interface Outcome {
  unit: Unit
  effects: (() => void)[]
  value?: unknown
  failure?: { error: unknown }
}

// Bounds how long the first unit of a group waits for the commit that it shares.
const GROUP_LIMIT = 128

/**
 * The one writer: units of work that arrive together share one durable commit (one fsync), each inside a savepoint of
 * its own, so that the failure of one does not touch another. Units run strictly one after the other.
 */
export class Writer {
  readonly #connection: Database
  readonly #tx: Omit<Tx, 'onCommit'>
  #queue: Unit[] = []
  #running: Promise<void> | undefined
  /** In the last group the database itself failed: for want of room, of permission, or by damage. */
  failing = false
  /** The first statement of the running unit that failed. */
  #failure: { error: unknown } | undefined

  constructor(connection: Database, connectTx: (failed: (error: unknown) => void) => Omit<Tx, 'onCommit'>) {
    this.#connection = connection
    this.#tx = connectTx((error) => {
      this.#failure ??= { error }
    })
  }

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject })
      this.#running ??= this.#drain()
    })
  }

  /** Resolves when nothing is queued or running. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #drain(): Promise<void> {
    // After the poll phase, so that all requests read in this turn of the event loop join the group.
    await new Promise(setImmediate)
    while (this.#queue.length > 0) await this.#group(this.#queue.splice(0, GROUP_LIMIT))
    this.#running = undefined
  }

  async #group(units: Unit[]): Promise<void> {
    const outcomes: Outcome[] = []
    const before = this.failing
    this.failing = false
    try {
      this.#connection.exec('BEGIN IMMEDIATE')
      for (const unit of units) outcomes.push(await this.#run(unit))
      this.#connection.exec('COMMIT')
    } catch (error) {
      // Nothing of the group is durable (disk full, I/O error, lock not had): every unit fails, none is half done.
      this.failing = isDatabaseFault(error) || before
      this.#abandon()
      for (const unit of units) unit.reject(error)
      return
    }
    for (const outcome of outcomes) settle(outcome)
  }

  #abandon(): void {
    try {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
    } catch {
      // The units fail with the first error; if the connection stays broken, the next group's BEGIN says so.
    }
  }

  async #run(unit: Unit): Promise<Outcome> {
    const outcome: Outcome = { unit, effects: [] }
    this.#failure = undefined
    this.#connection.exec('SAVEPOINT unit')
    try {
      outcome.value = await unit.work({ ...this.#tx, onCommit: (effect) => outcome.effects.push(effect) })
      this.#demandSound()
      this.#connection.exec('RELEASE unit')
    } catch (error) {
      // SQLite itself rolls everything back on some errors; then the group cannot go on.
      if (!this.#connection.inTransaction) throw error
      this.#connection.exec('ROLLBACK TO unit; RELEASE unit')
      this.failing ||= isDatabaseFault(error)
      outcome.failure = { error }
    }
    return outcome
  }

  /** As on Postgres, catching a statement's error does not save the unit. */
  #demandSound(): void {
    if (this.#failure) throw this.#failure.error
  }
}

function isDatabaseFault(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR|READONLY|CORRUPT|NOTADB|CANTOPEN)/.test(String((error as { code?: unknown }).code))
}

function settle({ unit, effects, value, failure }: Outcome): void {
  if (failure) {
    unit.reject(failure.error)
    return
  }
  try {
    for (const effect of effects) effect()
    unit.resolve(value)
  } catch (error) {
    // The commit stands; that its effect threw is a defect of the unit's own, and must not end the writer.
    unit.reject(error)
  }
}
