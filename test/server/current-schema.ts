import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Location, migrate } from '../../server/src/storage/migrate.ts'

let migrated: Promise<Buffer> | undefined

/**
 * As `migrate`, but a new SQLite file is a copy of one that all migrations have made in this process before: they cost
 * more than most tests do with what they make.
 */
export async function bringUpToDate(location: Location): Promise<void> {
  if (!('sqlite' in location) || existsSync(location.sqlite)) return await migrate(location)
  migrated ??= migratedFile()
  writeFileSync(location.sqlite, await migrated)
}

async function migratedFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-schema-'))
  const sqlite = join(folder, 'mkt.db')
  try {
    await migrate({ sqlite })
    return readFileSync(sqlite)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
