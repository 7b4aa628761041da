import Sqlite from 'better-sqlite3'
import type { Location } from './migrate.ts'

/**
 * What SQLite finds wrong with its own file: pages that are none, rows out of order, values that may not be. Undefined:
 * nothing. It reads the whole file, beside a running server. Sums may be right where a page that no sum needs is lost.
 */
export function damageOf(location: Location): string | undefined {
  // Postgres has its own checksums of pages.
  if (!('sqlite' in location)) return undefined
  const connection = new Sqlite(location.sqlite, { readonly: true, timeout: 10_000 })
  try {
    const verdict = String(connection.pragma('quick_check(1)', { simple: true }))
    return verdict === 'ok' ? undefined : verdict
  } finally {
    connection.close()
  }
}
