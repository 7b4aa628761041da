import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../server/src/storage/database.ts'
import { DatabaseAway } from '../../server/src/storage/database-away.ts'
import { openDatabase } from '../../server/src/storage/location.ts'
import { type PostgresProxy, startPostgresProxy } from '../faults/postgres-proxy.ts'
import { onPostgres } from './databases.ts'
import { add, balance, opened } from './storage-statements.ts'

const PATIENCE_MS = 300

const AWAY = { code: 'no_host_available', retryAfterS: 1, unconfirmed: false }

interface Scene {
  proxy: PostgresProxy
  database: Database
}

await onPostgres((databases) => {
  const on = {} as Scene
  beforeEach(async () => {
    const location = await databases.fresh()
    const proxy = await startPostgresProxy('postgres' in location ? location.postgres : '')
    const database = openDatabase({ postgres: proxy.url }, { patienceMs: PATIENCE_MS })
    await opened(database, 'purse')
    Object.assign(on, { proxy, database })
  })
  afterEach(async () => {
    on.proxy.heal()
    await on.database.close()
    await on.proxy.close()
  })
  away(on)
  broken(on)
})

const addOne = ({ database }: Scene) => database.transaction((tx) => add(tx, 'purse', 1n))

function away(on: Scene): void {
  test('while it cannot be reached everything is refused in words, and nothing is done; then it goes on', async () => {
    const { proxy, database } = on
    expect(database.sinceAwayMs()).toBe(Number.POSITIVE_INFINITY)
    proxy.cut()
    await expect(addOne(on)).rejects.toMatchObject(AWAY)
    await expect(balance(database, 'purse')).rejects.toBeInstanceOf(DatabaseAway)
    await expect(database.snapshot((reader) => balance(reader, 'purse'))).rejects.toBeInstanceOf(DatabaseAway)
    expect(database.sinceAwayMs()).toBeLessThan(60_000)
    proxy.heal()
    await addOne(on)
    expect(await balance(database, 'purse')).toBe(1n)
  })

  test('a machine that is gone without a word is given up', async () => {
    const { proxy, database } = on
    proxy.freeze()
    await expect(addOne(on)).rejects.toMatchObject({ code: 'no_host_available' })
    proxy.heal()
    await addOne(on)
    expect(await balance(database, 'purse')).toBe(1n)
  })

  test('what Postgres says of a statement is no outage', async () => {
    const { database } = on
    const broken = database.transaction(async () => {
      throw Object.assign(new Error('duplicate key value violates unique constraint'), { code: '23505' })
    })
    await expect(broken).rejects.toMatchObject({ code: '23505' })
    expect(database.sinceAwayMs()).toBe(Number.POSITIVE_INFINITY)
  })
}

function broken(on: Scene): void {
  test('one broken connection is nothing that a caller hears of: the unit runs again on another', async () => {
    const { proxy, database } = on
    let runs = 0
    await database.transaction(async (tx) => {
      runs++
      await add(tx, 'purse', 1n)
      if (runs === 1) proxy.breakAll()
      await add(tx, 'purse', 1n)
    })
    expect(runs).toBe(2)
    expect(await balance(database, 'purse')).toBe(2n)
    proxy.breakAll()
    expect(await balance(database, 'purse')).toBe(2n)
  })

  test('a commit of which no answer comes is not done again, and says that it may be done', async () => {
    const { proxy, database } = on
    const effects: string[] = []
    const lost = proxy.loseCommit()
    const unit = database.transaction(async (tx) => {
      tx.onCommit(() => effects.push('told'))
      await add(tx, 'purse', 1n)
    })
    await expect(unit).rejects.toMatchObject({ ...AWAY, unconfirmed: true })
    await lost
    expect(effects).toEqual([])
    expect(await balance(database, 'purse')).toBe(1n)
  })
}
