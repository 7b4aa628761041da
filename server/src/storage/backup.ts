import { existsSync, rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'

/** What a copy is called until all that belongs to it is there. */
export const partialOf = (to: string) => `${to}.partial`

/**
 * Copies a live SQLite database, page by page, while it is written to; the copy is whole and of one moment, and was
 * checked by SQLite itself. It lies at `partialOf(to)`: who has made the rest of the backup gives it its name, so that
 * one that was interrupted never looks whole. Throws where `to` exists or the copy is not sound.
 */
export async function backupSqlite(from: string, to: string): Promise<void> {
  if (existsSync(to)) throw new BackupError(`${to} exists; name a file that does not`)
  await copySqlite(from, partialOf(to))
}

/** The same, over whatever an interrupted copy has left there. */
export async function copySqlite(from: string, partial: string): Promise<void> {
  // With SQLite's own files beside it: it would take the log of a copy that was interrupted for one of this copy.
  for (const beside of ['', '-wal', '-shm', '-journal']) rmSync(partial + beside, { force: true })
  const source = new Sqlite(from, { readonly: true, timeout: 10_000 })
  try {
    demandDatabase(source, from)
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
}

/** Opens the one read transaction of a copy: without it SQLite starts over whenever another process commits. */
function demandDatabase(source: Sqlite.Database, file: string): void {
  try {
    source.exec('BEGIN')
    source.prepare('select 1 from sqlite_master').get()
  } catch (error) {
    if ((error as { code?: string }).code !== 'SQLITE_NOTADB') throw error
    throw new BackupError(`${file} is no database`)
  }
}

export class BackupError extends Error {
  override name = 'BackupError'
}
