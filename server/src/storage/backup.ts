import { existsSync, renameSync, rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'

/**
 * Copies a live SQLite database, page by page, while it is written to; the copy is whole and of one moment. It is
 * checked by SQLite itself before it gets its name. Throws where `to` exists or the copy is not sound.
 */
export async function backupSqlite(from: string, to: string): Promise<void> {
  if (existsSync(to)) throw new BackupError(`${to} exists; name a file that does not`)
  const partial = `${to}.partial`
  rmSync(partial, { force: true })
  const source = new Sqlite(from, { readonly: true, timeout: 10_000 })
  try {
    // One read transaction: else SQLite starts over whenever another process commits, and on a busy server never ends.
    source.exec('BEGIN')
    source.prepare('select 1 from sqlite_master').get()
    await source.backup(partial)
  } finally {
    source.close()
  }
  const copy = new Sqlite(partial)
  // One file: without this the copy would be in WAL mode and bring two more.
  copy.pragma('journal_mode = DELETE')
  const verdict = copy.pragma('integrity_check', { simple: true })
  copy.close()
  if (verdict !== 'ok') throw new BackupError(`the copy is not sound (${verdict}); it is kept as ${partial}`)
  renameSync(partial, to)
}

export class BackupError extends Error {
  override name = 'BackupError'
}
