import type { Database, Reader, Tx } from '../../../server/src/storage/database.ts'

/** The same database, and how many statements and transactions were asked of it. */
export function countingDatabase(database: Database) {
  const counted = { statements: 0, transactions: 0 }
  const count = <T>(of: T): T => {
    counted.statements++
    return of
  }
  const reading = (reader: Reader): Reader => ({
    dialect: reader.dialect,
    all: (...call) => count(reader.all(...call)),
    get: (...call) => count(reader.get(...call)),
  })
  const writing = (tx: Tx): Tx => ({
    ...reading(tx),
    run: (...call) => count(tx.run(...call)),
    onCommit: (effect) => tx.onCommit(effect),
    followUp: (work) => begin(tx.followUp((next) => work(writing(next)))),
  })
  const begin = <T>(of: T): T => {
    counted.transactions++
    return of
  }
  const counting: Database = {
    ...reading(database),
    transaction: (work) => begin(database.transaction((tx) => work(writing(tx)))),
    snapshot: (work) => database.snapshot((reader) => work(reading(reader))),
    scrub: () => database.scrub(),
    failing: () => database.failing(),
    sinceAwayMs: () => database.sinceAwayMs(),
    close: () => database.close(),
  }
  return { database: counting, counted }
}
