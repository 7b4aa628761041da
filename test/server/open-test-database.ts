import type { Database } from '../../server/src/storage/database.ts'
import { openDatabase } from '../../server/src/storage/location.ts'
import type { Location } from '../../server/src/storage/migrate.ts'
import { openSqlite } from '../../server/src/storage/sqlite.ts'

/**
 * Opens a test's database without the wait for the disk after each commit: tests whose clock stands still count turns
 * of the event loop, which a disk does not keep to. That the wait is waited for is shown in storage.sqlite.test.ts.
 */
export function openTestDatabase(location: Location): Database {
  return 'sqlite' in location ? openSqlite(location.sqlite, { durable: async () => {} }) : openDatabase(location)
}
