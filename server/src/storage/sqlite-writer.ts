import type { Database, Statement } from 'better-sqlite3'
import type { Tx } from './database.ts'

/** What a connection's statements do for a unit of work. */
export type Statements = Omit<Tx, 'onCommit' | 'followUp'>

export interface WriterOptions {
  connection: Database
  /** Statements on the connection; `failed` is told of each that throws, whether or not its caller catches that. */
  statements: (failed: (error: unknown) => void) => Statements
  /** Resolves when what was committed before the call is on the disk. */
  durable: () => Promise<void>
  /** Told of each commit, outside of a transaction. */
  committed?: () => void
}

interface Unit {
  work: (tx: Tx) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

interface Outcome {
  unit: Unit
  effects: (() => void)[]
  followers: Unit[]
  value?: unknown
  failure?: { error: unknown }
}

// Bounds how long the first unit of a group waits for the commit that it shares.
const GROUP_LIMIT = 128

/**
 * The one writer: units of work that arrive together share one commit and one wait for the disk, each inside a
 * savepoint of its own, so that the failure of one does not touch another. Units run strictly one after the other. A
 * group's effects run with its commit, so that memory and database never differ; its units resolve once it is on the
 * disk, and what arrives meanwhile makes the next group.
 */
export class Writer {
  readonly #control: Record<'begin' | 'commit' | 'rollback' | 'save' | 'release' | 'revert', Statement>
  readonly #connection: Database
  readonly #statements: Statements
  readonly #durable: () => Promise<void>
  readonly #committed: () => void
  #queue: Unit[] = []
  #running: Promise<void> | undefined
  #acknowledged: Promise<void> = Promise.resolve()
  /** The disk did not take a commit: what is on it nobody knows, so nothing more is written until a restart. */
  #broken: { error: unknown } | undefined
  /** In the last group the database itself failed: for want of room, of permission, or by damage. */
  failing = false
  /** The first statement of the running unit that failed. */
  #failure: { error: unknown } | undefined

  constructor({ connection, statements, durable, committed = () => {} }: WriterOptions) {
    this.#connection = connection
    this.#durable = durable
    this.#committed = committed
    this.#control = {
      begin: connection.prepare('BEGIN IMMEDIATE'),
      commit: connection.prepare('COMMIT'),
      rollback: connection.prepare('ROLLBACK'),
      save: connection.prepare('SAVEPOINT unit'),
      release: connection.prepare('RELEASE unit'),
      revert: connection.prepare('ROLLBACK TO unit'),
    }
    this.#statements = statements((error) => {
      this.#failure ??= { error }
    })
  }

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { unit, result } = unitOf(work)
    this.#queue.push(unit)
    this.#running ??= this.#drain()
    return result
  }

  /** Resolves when nothing is queued, running or waiting for the disk. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
    await this.#acknowledged
  }

  async #drain(): Promise<void> {
    // After the poll phase, so that all requests read in this turn of the event loop join the group.
    await new Promise(setImmediate)
    while (this.#queue.length > 0) {
      // What comes while the disk takes the last group joins the next one, until it is full: fewer, larger commits.
      if (this.#queue.length < GROUP_LIMIT) await this.#acknowledged
      const units = this.#queue.splice(0, GROUP_LIMIT)
      if (this.#broken) for (const unit of units) unit.reject(this.#broken.error)
      else await this.#group(units)
    }
    this.#running = undefined
  }

  async #group(units: Unit[]): Promise<void> {
    const outcomes: Outcome[] = []
    const before = this.failing
    this.failing = this.#broken !== undefined
    try {
      this.#control.begin.run()
      for (const unit of units) await this.#runWithFollowers(unit, outcomes)
      this.#control.commit.run()
    } catch (error) {
      // Nothing of the group is committed (disk full, I/O error, lock not had): every unit fails, none is half done.
      this.failing = isDatabaseFault(error) || before
      this.#abandon()
      for (const unit of new Set([...units, ...outcomes.flatMap(withFollowers)])) unit.reject(error)
      return
    }
    for (const outcome of outcomes) applyEffects(outcome)
    this.#acknowledged = this.#acknowledge(outcomes)
    this.#committed()
  }

  async #acknowledge(outcomes: Outcome[]): Promise<void> {
    try {
      await this.#durable()
      // An earlier group's part of the log is missing, and without that nobody reads on to this one's.
      if (this.#broken) throw this.#broken.error
    } catch (cause) {
      const error = new Error('the disk did not take a commit: nothing is written until the server is restarted', {
        cause,
      })
      this.#broken ??= { error }
      this.failing = true
      for (const { unit } of outcomes) unit.reject(this.#broken.error)
      return
    }
    const leaders = outcomes.filter(({ followers }) => followers.length > 0)
    for (const outcome of outcomes) if (outcome.followers.length === 0) tell(outcome)
    if (leaders.length > 0) afterAnswers(() => leaders.forEach(tell))
  }

  #abandon(): void {
    try {
      if (this.#connection.inTransaction) this.#control.rollback.run()
    } catch {
      // The units fail with the first error; if the connection stays broken, the next group's BEGIN says so.
    }
  }

  /** A unit and, where it succeeded, what follows it; of a failed one the followers fail with it. */
  async #runWithFollowers(unit: Unit, outcomes: Outcome[]): Promise<void> {
    const outcome = await this.#run(unit)
    outcomes.push(outcome)
    for (const follower of outcome.followers) {
      if (outcome.failure) follower.reject(outcome.failure.error)
      else await this.#runWithFollowers(follower, outcomes)
    }
  }

  async #run(unit: Unit): Promise<Outcome> {
    const outcome: Outcome = { unit, effects: [], followers: [] }
    this.#failure = undefined
    this.#control.save.run()
    try {
      outcome.value = await unit.work(this.#txOf(outcome))
      this.#demandSound()
      this.#control.release.run()
    } catch (error) {
      // SQLite itself rolls everything back on some errors; then the group cannot go on.
      if (!this.#connection.inTransaction) throw error
      this.#control.revert.run()
      this.#control.release.run()
      this.failing ||= isDatabaseFault(error)
      outcome.effects = []
      outcome.failure = { error }
    }
    return outcome
  }

  #txOf(outcome: Outcome): Tx {
    return {
      ...this.#statements,
      onCommit: (effect) => void outcome.effects.push(effect),
      followUp: (work) => {
        const { unit, result } = unitOf(work)
        outcome.followers.push(unit)
        return result
      },
    }
  }

  /** As on Postgres, catching a statement's error does not save the unit. */
  #demandSound(): void {
    if (this.#failure) throw this.#failure.error
  }
}

function unitOf<T>(work: (tx: Tx) => Promise<T>): { unit: Unit; result: Promise<T> } {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  return { unit: { work, resolve: resolve as (value: unknown) => void, reject }, result: promise }
}

function isDatabaseFault(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR|READONLY|CORRUPT|NOTADB|CANTOPEN)/.test(String((error as { code?: unknown }).code))
}

function withFollowers({ unit, followers }: Outcome): Unit[] {
  return [unit, ...followers]
}

function tell({ unit, failure, value }: Outcome): void {
  if (failure) unit.reject(failure.error)
  else unit.resolve(value)
}

/**
 * Once the units that were just told have been answered for, in the next turn: a host that got a job has to hear of it
 * soonest, and writing the answer of the submission it came from takes a quarter of a millisecond on an idle machine.
 */
function afterAnswers(callback: () => void): void {
  // The tick comes after what the promises cause; an answer that waits for a turn is then ahead of this one.
  process.nextTick(() => setImmediate(callback))
}

function applyEffects(outcome: Outcome): void {
  try {
    for (const effect of outcome.effects) effect()
  } catch (error) {
    // The commit stands; that its effect threw is a defect of the unit's own, and must not end the writer.
    outcome.failure = { error }
  }
}
