import type { Dialect, Statement } from './statement.ts'

/** Runs reads. Columns whose name ends in `_nano` come as bigint, all other integers as number. */
export interface Reader {
  readonly dialect: Dialect
  all<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R[]>
  get<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined>
}

/**
 * A transaction in progress: the only thing that writes. Only `Database.transaction` makes one. A statement that fails
 * fails the transaction, also where its error is caught.
 */
export interface Tx extends Reader {
  /** Runs a write and answers how many rows it changed; zero is an outcome, not an error. */
  run<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<number>
  /** Called with the commit, in order; never when it rolled back. It must not throw. */
  onCommit(effect: () => void): void
  /**
   * Runs a transaction right after this one, on SQLite in the same wait for the disk; rejects with this one's error
   * where this one fails. Not to be awaited inside this one.
   */
  followUp<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/**
 * The storage of both services. A unit of work given to `transaction` must await nothing but its `tx`: on SQLite it
 * holds the one writer. It may be run again from the start (Postgres: deadlock, serialization failure). It resolves when
 * the commit is durable.
 */
export interface Database extends Reader {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads of one consistent moment, undisturbed by writes. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /** Whether the last write failed for the database's own sake: disk full, read-only, lost. Reads may still work. */
  failing(): boolean
  close(): Promise<void>
}

/**
 * The results of what was begun together, in order; or the first error, once all have ended, so that nothing of a unit
 * is under way any more when it fails. On Postgres statements that were begun in one turn take one round trip; they
 * run in the order in which they were begun.
 */
export async function together<T extends readonly Promise<unknown>[]>(
  ...begun: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  try {
    return await Promise.all(begun)
  } catch (error) {
    await Promise.allSettled(begun)
    throw error
  }
}

/** The columns to convert by the rule of `Reader`. */
export function isMoney(column: string): boolean {
  return column.endsWith('_nano')
}
