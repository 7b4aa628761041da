import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Checkpoints, type LogState } from '../../server/src/storage/checkpoints.ts'
import type { Database } from '../../server/src/storage/database.ts'
import { openDatabase } from '../../server/src/storage/location.ts'
import { migrate } from '../../server/src/storage/migrate.ts'
import { connect } from '../../server/src/storage/sqlite.ts'
import { Writer } from '../../server/src/storage/sqlite-writer.ts'
import { statement } from '../../server/src/storage/statement.ts'
import { WalSync } from '../../server/src/storage/wal-sync.ts'
import { add, balance, opened } from './storage-statements.ts'

let folder: string
let file: string
let database: Database
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-sqlite-'))
  file = join(folder, 'mkt.db')
  await migrate({ sqlite: file })
  database = openDatabase({ sqlite: file })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Carries SQL as a parameter to a connection of the test's own. */
const carrier = statement<{ sql: string }>()((q) => q.selectFrom('accounts').selectAll())

/** Commits in the write-ahead log: frames that carry the size of the database end one. */
function commits(): number {
  const log = readFileSync(`${file}-wal`)
  const pageSize = log.readUInt32BE(8)
  let count = 0
  for (let at = 32; at + 24 + pageSize <= log.length; at += 24 + pageSize) if (log.readUInt32BE(at + 4) > 0) count++
  return count
}

/** A writer whose statements are SQL text in the parameter. */
const writerOf = (connection: Sqlite.Database, durable: () => Promise<void> = () => Promise.resolve()) =>
  new Writer({
    connection,
    durable,
    statements: () => ({
      dialect: 'sqlite',
      all: async () => [],
      get: async () => undefined,
      run: async (_statement, parameters) => connection.prepare((parameters as { sql: string }).sql).run().changes,
    }),
  })

const increments = (count: number) =>
  Promise.allSettled(Array.from({ length: count }, () => database.transaction((tx) => add(tx, 'counter', 1n))))

test('units that arrive together share one durable commit', async () => {
  await opened(database, 'counter')
  const before = commits()
  await increments(100)
  expect(await balance(database, 'counter')).toBe(100n)
  expect(commits() - before).toBe(1)
  await increments(1)
  await increments(1)
  expect(commits() - before).toBe(3)
})

test('a group is bounded, so that its first unit does not wait without end', async () => {
  await opened(database, 'counter')
  const before = commits()
  await increments(1000)
  expect(await balance(database, 'counter')).toBe(1000n)
  expect(commits() - before).toBeGreaterThanOrEqual(1000 / 128)
  expect(commits() - before).toBeLessThan(20)
})

test('when the commit itself fails, every unit of its group fails and none is half done; the next group goes on', async () => {
  await opened(database, 'counter')
  const own = new Sqlite(file)
  // A reference that is only checked at the commit: each statement and savepoint passes, the commit does not.
  own.exec(`create table broken (id integer references nobody (id) deferrable initially deferred);
    create table nobody (id integer primary key);
    create trigger break after update on accounts when new.balance_nano = 3 begin insert into broken values (1); end`)
  own.close()
  const effects: number[] = []
  const units = Array.from({ length: 3 }, (_, unit) =>
    database.transaction(async (tx) => {
      await add(tx, 'counter', 1n)
      tx.onCommit(() => effects.push(unit))
    }),
  )
  const outcomes = await Promise.allSettled(units)
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(effects).toEqual([])
  expect(await balance(database, 'counter')).toBe(0n)
  await database.transaction((tx) => add(tx, 'counter', 5n))
  expect(await balance(database, 'counter')).toBe(5n)
})

test('a full disk fails what needs room, says so to everyone whose work is lost, and keeps what was committed', async () => {
  await opened(database, 'counter')
  const connection = connect(file)
  // The file may not grow: SQLite answers each further page with the error of a full disk.
  connection.pragma(`max_page_count = ${connection.pragma('page_count', { simple: true })}`)
  const writer = writerOf(connection)
  const run = (sql: string) => writer.transaction((tx) => tx.run(carrier, { sql }))
  const increment = "update accounts set balance_nano = balance_nano + 1 where account_id = 'counter'"
  const fill = `insert into accounts with recursive n (i) as (select 1 union all select i + 1 from n where i < 500)
    select hex(randomblob(500)) || i, 0, 0 from n`
  const outcomes = await Promise.allSettled([run(increment), run(fill), run(increment)])
  expect(outcomes[1]).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_FULL' } })
  expect(writer.failing).toBe(true)
  const kept = outcomes.filter((outcome) => outcome.status === 'fulfilled').length
  expect(await balance(database, 'counter')).toBe(BigInt(kept))
  await run(increment)
  expect(writer.failing).toBe(false)
  expect(await balance(database, 'counter')).toBe(BigInt(kept + 1))
  connection.close()
})

test('another process that holds the write lock is waited for', async () => {
  await opened(database, 'counter')
  const program = `
    import Sqlite from 'better-sqlite3'
    const own = new Sqlite(process.argv[1])
    own.exec("BEGIN IMMEDIATE; UPDATE accounts SET balance_nano = balance_nano + 10 WHERE account_id = 'counter'")
    process.stdout.write('locked')
    setTimeout(() => { own.exec('COMMIT'); own.close() }, 400)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', program, file], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(other, 'exit')
  await once(other.stdout, 'data')
  await database.transaction((tx) => add(tx, 'counter', 1n))
  expect(await balance(database, 'counter')).toBe(11n)
  expect((await ended)[0]).toBe(0)
})

test('a long log is moved into the database beside the writer, and starts over', async () => {
  await opened(database, 'counter')
  const connection = connect(file)
  connection.pragma('wal_autocheckpoint = 0')
  const checkpoints = new Checkpoints({ connection, file, worthwhile: 200 })
  const state = () => connection.prepare('PRAGMA wal_checkpoint(NOOP)').get() as LogState
  const fill = connection.prepare('insert into accounts values (hex(randomblob(1500)), 0, 0)')
  let commits = 0
  const commit = () => {
    fill.run()
    checkpoints.committed()
    commits++
  }
  while (state().log < 1000) commit()
  await vi.waitUntil(() => {
    commit()
    return state().log < 1000
  }, 60_000)
  await checkpoints.close()
  expect(connection.prepare('select count(*) as n from accounts where length(account_id) = 3000').get()).toEqual({
    n: commits,
  })
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok')
  connection.close()
})

test('one-shot connections commit with synchronous FULL in WAL, and foreign keys are held', () => {
  const writing = connect(file)
  expect(writing.pragma('journal_mode', { simple: true })).toBe('wal')
  expect(writing.pragma('synchronous', { simple: true })).toBe(2)
  expect(writing.pragma('foreign_keys', { simple: true })).toBe(1)
  writing.close()
})

test('a unit resolves once the disk has its commit, its effects run with the commit, and what comes meanwhile is one commit', async () => {
  await opened(database, 'counter')
  const connection = connect(file)
  const syncs: PromiseWithResolvers<void>[] = []
  const writer = writerOf(connection, () => {
    const sync = Promise.withResolvers<void>()
    syncs.push(sync)
    return sync.promise
  })
  const heard: string[] = []
  const increment = (name: string) =>
    writer
      .transaction(async (tx) => {
        await tx.run(carrier, {
          sql: "update accounts set balance_nano = balance_nano + 1 where account_id = 'counter'",
        })
        tx.onCommit(() => heard.push(`${name} committed`))
      })
      .then(() => heard.push(`${name} acknowledged`))
  const first = increment('first')
  await vi.waitUntil(() => syncs.length === 1)
  expect(heard).toEqual(['first committed'])
  expect(await balance(database, 'counter')).toBe(1n)
  const second = increment('second')
  // In a turn of its own: what arrives together is one group anyway.
  await new Promise((resolve) => setTimeout(resolve, 5))
  const third = increment('third')
  syncs[0]?.resolve()
  await first
  expect(heard[1]).toBe('first acknowledged')
  await vi.waitUntil(() => syncs.length === 2)
  expect(heard.slice(2)).toEqual(['second committed', 'third committed'])
  expect(await balance(database, 'counter')).toBe(3n)
  syncs[1]?.resolve()
  await Promise.all([second, third])
  expect(heard.slice(4)).toEqual(['second acknowledged', 'third acknowledged'])
  connection.close()
})

test('a disk that does not take a commit is believed no more: its units fail, and so does every later one', async () => {
  await opened(database, 'counter')
  const connection = connect(file)
  const lost = Object.assign(new Error('i/o error, fdatasync'), { code: 'EIO' })
  const slowly = () => new Promise<void>((_, reject) => setTimeout(() => reject(lost), 20))
  const outcomes = [slowly, () => Promise.resolve()]
  const writer = writerOf(connection, () => (outcomes.shift() as () => Promise<void>)())
  const increment = () =>
    writer.transaction((tx) => tx.run(carrier, { sql: 'update accounts set balance_nano = balance_nano + 1' }))
  const says = { message: expect.stringContaining('restarted'), cause: lost }
  const first = increment()
  // It comes while the first one's commit is on its way to the disk, and is not written behind it.
  const meanwhile = new Promise((resolve) => setImmediate(resolve)).then(increment)
  await expect(first).rejects.toMatchObject(says)
  await expect(meanwhile).rejects.toMatchObject(says)
  expect(writer.failing).toBe(true)
  await expect(increment()).rejects.toMatchObject(says)
  expect(await balance(database, 'counter')).toBe(1n)
  connection.close()
})

test('syncs of the log are shared by those who come while one runs, never by one that began before', async () => {
  await opened(database, 'counter')
  const sync = new WalSync(file)
  const first = sync.durable()
  const [second, third] = [sync.durable(), sync.durable()]
  expect(second).not.toBe(first)
  expect(third).toBe(second)
  await Promise.all([first, second, third])
  sync.close()
  await expect(new WalSync(join(folder, 'nothing')).durable()).rejects.toMatchObject({ code: 'ENOENT' })
})

test('closing waits for the units that were given; later ones are refused, not forgotten', async () => {
  await opened(database, 'counter')
  const given = increments(10)
  await database.close()
  expect((await given).every((outcome) => outcome.status === 'fulfilled')).toBe(true)
  await expect(database.transaction((tx) => add(tx, 'counter', 1n))).rejects.toThrow()
  database = openDatabase({ sqlite: file })
  expect(await balance(database, 'counter')).toBe(10n)
})

test('who only read leaves no log beside the database when it closes last', async () => {
  await database.close()
  const reader = openDatabase({ sqlite: file })
  expect(await reader.snapshot((moment) => balance(moment, 'platform:fees'))).toBe(0n)
  await reader.close()
  expect(readdirSync(folder)).toEqual(['mkt.db'])
})

test('a program that wrote much and only closes its database ends well, and leaves no log behind', async () => {
  await database.close()
  const program = join(import.meta.dirname, 'storage-closing.program.ts')
  const child = spawn(process.execPath, ['--conditions=mkt-source', program, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part))
  const [code] = await once(child, 'close')
  expect({ code, said }).toEqual({ code: 0, said: 'closed\n' })
  expect(readdirSync(folder)).toEqual(['mkt.db'])
})
