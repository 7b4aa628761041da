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
  /**
   * Soon after, nothing that was erased is left beside the tables, in the log of writes (SQLite; Postgres keeps its own
   * log, and reuses it).
   */
  scrub(): void
  /** Whether the last write failed for the database's own sake: disk full, read-only, lost. Reads may still work. */
  failing(): boolean
  /** Ms since it could last not be reached; infinite for one that cannot go away. */
  sinceAwayMs(): number
  close(): Promise<void>
}

/**
 * Runs steps of a unit of which none needs another's result, and answers their results in order. On Postgres the
 * statements that they begin with travel in one round trip, and run in this order; on SQLite, where that saves nothing
 * and waiting for several promises costs more than a statement, one step follows the other. Rejects with the error of
 * one of the steps, once nothing of the unit is under way any more.
 */
export async function together<T extends readonly unknown[]>(
  { dialect }: Reader,
  ...steps: { readonly [K in keyof T]: () => Promise<T[K]> }
): Promise<T> {
  if (dialect === 'sqlite') {
    const results: unknown[] = []
    for (const step of steps) results.push(await step())
    return results as unknown as T
  }
  // Each in a promise of its own: one that throws at once must not leave the others unheard.
  const begun = steps.map(async (step) => await step())
  try {
    return (await Promise.all(begun)) as unknown as T
  } catch (error) {
    await Promise.allSettled(begun)
    throw error
  }
}

/** The columns to convert by the rule of `Reader`. */
export function isMoney(column: string): boolean {
  return column.endsWith('_nano')
}
