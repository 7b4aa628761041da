import { resolve } from 'node:path'
import { audit } from '../market/ledger/audit.ts'
import { backupSqlite } from '../storage/backup.ts'
import { locate, openForCommand } from '../storage/location.ts'
import { openSqlite } from '../storage/sqlite.ts'
import type { DataFlags } from './on-data.ts'
import { print, UsageError } from './report.ts'

/** Copies the database of a running or stopped server to a file, and proves the copy by auditing its ledger. */
export async function runBackup(flags: DataFlags & { to: string }): Promise<void> {
  if (flags.databaseUrl) throw new UsageError('this copies SQLite databases; use pg_dump for Postgres')
  const data = resolve(flags.data)
  const location = locate(data, undefined)
  if (!('sqlite' in location)) return
  // Refuses a directory without a database, and one of another version.
  await (await openForCommand(data, undefined, { create: false })).close()
  const to = resolve(flags.to)
  await backupSqlite(location.sqlite, to)
  const copy = openSqlite(to)
  const report = await audit(copy).finally(() => copy.close())
  if (report.faults.length > 0) throw new UsageError(`${to} was written, but its books are wrong: ${report.faults[0]}`)
  const { transactions, accounts } = report
  print(
    flags.json,
    { file: to, transactions, accounts },
    `${to}: sound, ${accounts} accounts and ${transactions} transactions whose books are right. To restore it, stop the server, remove ${location.sqlite}-wal and ${location.sqlite}-shm, which belong to the old database, and put the copy in place of ${location.sqlite}.`,
  )
}
