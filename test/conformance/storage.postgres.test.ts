import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, together } from '../../server/src/storage/database.ts'
import { openDatabase } from '../../server/src/storage/location.ts'
import type { Location } from '../../server/src/storage/migrate.ts'
import { onPostgres } from './databases.ts'
import { add, balance, opened } from './storage-statements.ts'

await onPostgres((databases) => {
  let location: Extract<Location, { postgres: string }>
  let database: Database
  beforeAll(async () => {
    location = (await databases.fresh()) as typeof location
    database = openDatabase(location)
    await opened(database, 'counter')
  })
  afterAll(() => database.close())

  /** What an operator's restart does to every connection. */
  async function endAllConnections(): Promise<void> {
    const client = new pg.Client({ connectionString: location.postgres })
    await client.connect()
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await client.end()
  }

  test('connections that the server ends fail the transactions that used them, nothing else', async () => {
    const effects: string[] = []
    const cut = database.transaction(async (tx) => {
      tx.onCommit(() => effects.push('told'))
      await add(tx, 'counter', 1n)
      await endAllConnections()
      await add(tx, 'counter', 1n)
    })
    await expect(cut).rejects.toThrow()
    expect(effects).toEqual([])
    await database.transaction((tx) => add(tx, 'counter', 5n))
    expect(await balance(database, 'counter')).toBe(5n)
  })

  test('more transactions at once than connections wait for their turn', async () => {
    await opened(database, 'crowd')
    const crowd = Array.from({ length: 60 }, () =>
      database.transaction(async (tx) => {
        await balance(tx, 'crowd')
        await add(tx, 'crowd', 1n)
      }),
    )
    await Promise.all(crowd)
    expect(await balance(database, 'crowd')).toBe(60n)
  })

  test('queues are cleaned by how many of their rows are dead, however many there are', async () => {
    const client = new pg.Client({ connectionString: location.postgres })
    await client.connect()
    const { rows } = await client.query("select reloptions from pg_class where relname = 'queues'")
    await client.end()
    expect(rows[0].reloptions).toEqual(
      expect.arrayContaining(['autovacuum_vacuum_scale_factor=0', 'autovacuum_vacuum_threshold=1000']),
    )
  })

  test('a write that a failed unit left behind is not written', async () => {
    await opened(database, 'late', 0n)
    const late: Promise<unknown>[] = []
    const failing = database.transaction(async (tx) => {
      late.push(add(tx, 'late', 1n).catch(() => undefined))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await Promise.all(late)
    expect(await balance(database, 'late')).toBe(0n)
  })

  test('a unit that fails without saying why is taken back like any other', async () => {
    await opened(database, 'unsaid', 0n)
    const failing = database.transaction(async (tx) => {
      await add(tx, 'unsaid', 1n)
      await Promise.reject(undefined)
    })
    await expect(failing).rejects.toBeUndefined()
    expect(await balance(database, 'unsaid')).toBe(0n)
    // As many at once as there are connections: none of them is still in the transaction that failed.
    await Promise.all(Array.from({ length: 10 }, () => database.transaction((tx) => add(tx, 'unsaid', 1n))))
    expect(await balance(database, 'unsaid')).toBe(10n)
  })

  // Before: "cached plan must not change result type", as often as each connection was asked, until it ended.
  test('a column that a newer server adds fails no statement that connections have prepared', async () => {
    await opened(database, 'upgraded', 7n)
    const everywhere = () =>
      Promise.all(
        Array.from({ length: 10 }, () =>
          database.transaction(async (tx) => {
            const before = await balance(tx, 'upgraded')
            await pause(50)
            return before
          }),
        ),
      )
    const sevens = Array(10).fill(7n)
    expect(await everywhere()).toEqual(sevens)
    const client = new pg.Client({ connectionString: location.postgres })
    await client.connect()
    await client.query('alter table accounts add column of_the_next_release bigint')
    expect(await balance(database, 'upgraded')).toBe(7n)
    expect(await everywhere()).toEqual(sevens)
    await client.query('alter table accounts drop column of_the_next_release')
    await client.end()
    expect(await everywhere()).toEqual(sevens)
  })

  test('a deadlock among statements that travel together is tried again, however deep it stands', async () => {
    await opened(database, 'left')
    await opened(database, 'right')
    const cross = async (first: string, second: string) => {
      await database.transaction(async (tx) => {
        await add(tx, first, 1n)
        await pause(20)
        await together(
          tx,
          () =>
            together(
              tx,
              () => add(tx, second, 1n),
              () => balance(tx, first),
            ),
          () => balance(tx, second),
          () => balance(tx, first),
        )
      })
    }
    for (let round = 0; round < 4; round++) await Promise.all([cross('left', 'right'), cross('right', 'left')])
    expect([await balance(database, 'left'), await balance(database, 'right')]).toEqual([8n, 8n])
  })
})
