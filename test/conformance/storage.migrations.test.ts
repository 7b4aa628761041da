import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '../../server/src/storage/location.ts'
import { type Location, migrate, SchemaError, schemaState } from '../../server/src/storage/migrate.ts'
import { onEveryDialect } from './databases.ts'
import { balance, opened } from './storage-statements.ts'

/** Runs SQL of the test's own, past everything that the server offers. */
async function execute(location: Location, sql: string): Promise<void> {
  if ('sqlite' in location) {
    const connection = new Sqlite(location.sqlite)
    connection.exec(sql)
    connection.close()
    return
  }
  const client = new pg.Client({ connectionString: location.postgres })
  await client.connect()
  await client.query(sql)
  await client.end()
}

await onEveryDialect((databases) => {
  test('from empty to current, and again without a change', async () => {
    const location = await databases.empty()
    expect(await schemaState(location)).toBe('empty')
    await migrate(location)
    expect(await schemaState(location)).toBe('current')
    const database = openDatabase(location)
    await opened(database, 'before', 7n)
    await migrate(location)
    expect(await schemaState(location)).toBe('current')
    expect(await balance(database, 'before')).toBe(7n)
    expect(await balance(database, 'platform:issuance')).toBe(0n)
    await database.close()
  })

  test('a schema of a newer program is refused in a clear sentence and left alone', async () => {
    const location = await databases.fresh()
    await execute(location, "insert into kysely_migration (name, timestamp) values ('9999-later', '2099')")
    expect(await schemaState(location)).toBe('newer')
    await expect(migrate(location)).rejects.toThrow(SchemaError)
    await expect(migrate(location)).rejects.toThrow(/newer mkt-server/)
    expect(await schemaState(location)).toBe('newer')
  })

  test('a migration that fails leaves nothing behind, so that the next start can succeed', async () => {
    const location = await databases.empty()
    await execute(location, 'create table ledger_entries (in_the_way integer)')
    await expect(migrate(location)).rejects.toThrow()
    expect(await schemaState(location)).toBe('empty')
    await execute(location, 'drop table ledger_entries')
    await migrate(location)
    expect(await schemaState(location)).toBe('current')
  })

  test('a name that only looks known counts as unknown', async () => {
    const location = await databases.fresh()
    await execute(location, "insert into kysely_migration (name, timestamp) values ('constructor', '2099')")
    expect(await schemaState(location)).toBe('newer')
  })
})
