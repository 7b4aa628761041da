import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, Reader, Tx } from '../../../server/src/storage/database.ts'
import type { FaultPlan } from './fault-plan.ts'
import type { Life } from './life.ts'
import { type Stillness, turn } from './stillness.ts'

export interface Mortality {
  life: Life
  plan: FaultPlan
  still: Stillness
  /** Kills the process that uses the database. */
  kill: (why: string) => void
  /** Something of the books was committed. */
  committed: () => void
}

/** Set for what a transaction does, which time must not wait for. */
export const inTransaction = new AsyncLocalStorage<true>()

/**
 * The database as one run of the server sees it. The run may die at any statement, which rolls its transaction back,
 * and right after a commit, of which it then never hears; statements may be slow, so that other work comes in between.
 */
export function mortalDatabase(database: Database, mortality: Mortality): Database {
  const { life, still } = mortality
  const read = <T>(work: () => Promise<T>) => life.holds(still.during(slowly(mortality, work)))
  return {
    dialect: database.dialect,
    all: (statement, parameters) => read(() => database.all(statement, parameters)),
    get: (statement, parameters) => read(() => database.get(statement, parameters)),
    snapshot: (work) => read(() => database.snapshot(work)),
    failing: () => database.failing(),
    sinceAwayMs: () => database.sinceAwayMs(),
    // A thread of its own would go by a clock of its own.
    scrub: () => undefined,
    close: async () => undefined,
    transaction: (work) => life.holds(still.during(database.transaction((tx) => mortally(tx, mortality, work)))),
  }
}

async function mortally<T>(tx: Tx, mortality: Mortality, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { life, plan, kill, committed } = mortality
  life.demand()
  const written = { books: false }
  tx.onCommit(() => {
    if (written.books) committed()
    if (life.alive && plan.strikes('server_killed_after_commit')) kill('after a commit')
  })
  return await inTransaction.run(true, () => work(mortalTx(tx, mortality, written)))
}

function mortalTx(tx: Tx, mortality: Mortality, written: { books: boolean }): Tx {
  const { life, plan, still, kill } = mortality
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    life.demand()
    if (plan.strikes('server_killed_in_transaction')) kill('in a transaction')
    life.demand()
    const result = await slowly(mortality, work)
    life.demand()
    return result
  }
  const reader: Pick<Reader, 'all' | 'get'> = {
    all: (statement, parameters) => step(() => tx.all(statement, parameters)),
    get: (statement, parameters) => step(() => tx.get(statement, parameters)),
  }
  return {
    dialect: tx.dialect,
    ...reader,
    run(statement, parameters) {
      written.books ||= OF_BOOKS.test(statement.compile(tx.dialect).sql)
      return step(() => tx.run(statement, parameters))
    },
    onCommit: (effect) => tx.onCommit(() => life.alive && effect()),
    followUp: (work) => life.holds(still.during(tx.followUp((next) => mortally(next, mortality, work)))),
  }
}

const OF_BOOKS = /"(jobs|accounts|ledger_\w+|withdrawals)"/

/** The wait for the disk after a commit: of several turns where the disk is slow, in which the process may die. */
export async function waitForDisk(plan: FaultPlan): Promise<void> {
  if (!plan.strikes('disk_slow')) return
  const turns = plan.details('disk_slow').int(1, 6)
  for (let at = 0; at < turns; at++) await turn()
}

/** A statement that takes its time has it before or after what it does. */
async function slowly<T>({ plan }: Mortality, work: () => Promise<T>): Promise<T> {
  if (!plan.strikes('statement_slow')) return await work()
  const chance = plan.details('statement_slow')
  const before = chance.next() < 0.5
  const turns = chance.int(1, 4)
  if (before) for (let at = 0; at < turns; at++) await turn()
  const result = await work()
  if (!before) for (let at = 0; at < turns; at++) await turn()
  return result
}
