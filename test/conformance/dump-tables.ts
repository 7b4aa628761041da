import Sqlite from 'better-sqlite3'
import pg from 'pg'
import type { Location } from '../../server/src/storage/migrate.ts'

/** Every row of every table as text, `<table> <row as JSON>`. */
export async function dumpTables(location: Location): Promise<string[]> {
  return 'sqlite' in location ? dumpSqlite(location.sqlite) : await dumpPostgres(location.postgres)
}

const textOf = (table: string, row: unknown) =>
  `${table} ${JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`

function dumpSqlite(file: string): string[] {
  const connection = new Sqlite(file, { readonly: true })
  const tables = connection.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[]
  const rows = tables.flatMap(({ name }) =>
    connection
      .prepare(`select * from "${name}"`)
      .safeIntegers()
      .all()
      .map((row) => textOf(name, row)),
  )
  connection.close()
  return rows
}

async function dumpPostgres(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query("select tablename from pg_tables where schemaname = 'public'")
  const rows: string[] = []
  for (const { tablename } of tables)
    for (const row of (await client.query(`select * from "${tablename}"`)).rows) rows.push(textOf(tablename, row))
  await client.end()
  return rows
}
