import type { Clock } from '../../../server/src/base/clock.ts'
import type { Database } from '../../../server/src/storage/database.ts'
import { DatabaseAway } from '../../../server/src/storage/database-away.ts'

/**
 * What one replica is kept from while it lives: all of its own turns while it stands still, as a process that is paused
 * does, and the database while it is cut off from that. Nothing is lost by standing still: what was due comes at once
 * when it goes on, by a clock that has not waited.
 */
export class Standstill {
  readonly #clock: Clock
  #cutOff = false
  /** When it was last cut off from the database. */
  #awayAt = Number.NEGATIVE_INFINITY
  #waiting: (() => void)[] | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** From the database. */
  get isCutOff(): boolean {
    return this.#cutOff
  }

  /** From the database: what is under way there may be done or not, and nobody is told. */
  cutOff(): void {
    this.#cutOff = true
  }

  reconnect(): void {
    if (this.#cutOff) this.#awayAt = this.#clock.monotonic()
    this.#cutOff = false
  }

  begin(): void {
    this.#waiting ??= []
  }

  end(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const go of waiting) go()
  }

  /** Runs it now, or when the replica goes on. */
  whenAwake(go: () => void): void {
    if (this.#waiting) this.#waiting.push(go)
    else go()
  }

  async awake(): Promise<void> {
    if (this.#waiting) await new Promise<void>((resolve) => this.whenAwake(resolve))
  }

  clock(own: Clock): Clock {
    return {
      now: () => own.now(),
      monotonic: () => own.monotonic(),
      timer: (ms, wake) => {
        let off = false
        const cancel = own.timer(ms, () => this.whenAwake(() => !off && wake()))
        return () => {
          off = true
          cancel()
        }
      },
    }
  }

  /** Between a statement and what comes of it the replica may stand still too; a transaction that has begun goes on. */
  over(database: Database): Database {
    const kept = async <T>(work: () => Promise<T>): Promise<T> => {
      await this.awake()
      if (this.#cutOff) throw new DatabaseAway('the connection is cut')
      const done = await work()
      await this.awake()
      if (this.#cutOff) throw new DatabaseAway('the connection is cut', { unconfirmed: true })
      return done
    }
    return {
      ...database,
      all: (statement, parameters) => kept(() => database.all(statement, parameters)),
      get: (statement, parameters) => kept(() => database.get(statement, parameters)),
      snapshot: (work) => kept(() => database.snapshot(work)),
      transaction: (work) => kept(() => database.transaction(work)),
      failing: () => this.#cutOff,
      sinceAwayMs: () => (this.#cutOff ? 0 : this.#clock.monotonic() - this.#awayAt),
    }
  }
}
