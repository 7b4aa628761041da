import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { partialOf } from './backup.ts'

const PARTS = ['', '-wal', '-shm', '-journal']

/** Whether anything of a database lies there. */
export const databaseIsThere = (file: string) => PARTS.some((part) => existsSync(file + part))

/**
 * Puts the copy at `partialOf(file)`, which was proved, in the place of the database. The one before, where there is
 * one, is kept in the folder `aside`. At every moment there is a whole database under the name: the old one gets a
 * second name first, and the new one takes the place in one step. Nobody else may have the database open.
 */
export function putInPlace(file: string, aside: string | undefined): void {
  if (aside !== undefined && databaseIsThere(file)) keepAside(file, aside)
  renameSync(partialOf(file), file)
}

function keepAside(file: string, aside: string): void {
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  const name = join(aside, 'mkt.db')
  const logs = PARTS.slice(1).filter((part) => existsSync(file + part))
  for (const part of logs) copyFileSync(file + part, name + part)
  const taken = takeInLog(file)
  // The log of a database that cannot be opened is kept with it, and goes: SQLite would take it for the new one's.
  for (const part of logs) rmSync((taken ? name : file) + part, { force: true })
  if (existsSync(file)) linkSync(file, name)
}

/** Brings what stands in the log into the file. False where it cannot be opened. */
function takeInLog(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    const database = new Sqlite(file, { timeout: 10_000 })
    try {
      database.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      database.close()
    }
    return true
  } catch (error) {
    // It may be replaced because it is damaged.
    if (!String((error as { code?: string }).code).startsWith('SQLITE_')) throw error
    return false
  }
}

/** Removes a copy that is not wanted after all, with what SQLite may have put beside it. */
export function dropPartial(file: string): void {
  for (const part of PARTS) rmSync(partialOf(file) + part, { force: true })
}
