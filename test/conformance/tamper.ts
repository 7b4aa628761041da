import Sqlite from 'better-sqlite3'
import pg from 'pg'
import type { Location } from '../../server/src/storage/migrate.ts'

/** Runs SQL behind the market's back. */
export async function tamper(location: Location, sql: string): Promise<void> {
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
