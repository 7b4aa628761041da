import { writeJson } from '@mkt/schemas'
import { DomainError } from '../base/errors.ts'

/** Prints a command's result: JSON for scripts, else a sentence for people. */
export function print(json: boolean | undefined, data: unknown, text: string): void {
  process.stdout.write(`${json ? writeJson(data) : text}\n`)
}

/** Says in one line what went wrong and what to do; a defect shows its stack. */
export function reportFailure(error: unknown): void {
  process.exitCode = 1
  const { code } = error as { code?: string }
  const known = error instanceof DomainError || (error instanceof Error && KNOWN.has(error.name))
  if (known) console.error(`mkt-server: ${(error as Error).message}`)
  else if (code && code in ADVICE) console.error(`mkt-server: ${(error as Error).message}: ${ADVICE[code]}`)
  else console.error(error)
}

const KNOWN = new Set([
  'BackupError',
  'BlobsError',
  'ConfigError',
  'DataDirectoryError',
  'LockedError',
  'NoDatabaseError',
  'SchemaError',
  'UsageError',
])

const ADVICE: Record<string, string> = {
  EADDRINUSE: 'another program listens there; stop it or choose another port',
  EADDRNOTAVAIL: 'this machine does not have that address; see --host',
  EACCES: 'this user may not do that',
  ENOTFOUND: 'no machine has that name; see --host and --database-url',
  ECONNREFUSED: 'is the database running? see --database-url',
  SQLITE_BUSY: 'the database is busy; try again',
  SQLITE_CANTOPEN: 'the database file cannot be opened; see --data',
  SQLITE_READONLY: 'the database is read-only; see the permissions of --data',
  SQLITE_FULL: 'the disk is full',
  SQLITE_NOTADB: 'the file mkt.db in the data directory is no database; restore a backup',
  SQLITE_CORRUPT: 'the database is damaged; restore a backup',
}

/** The command was given something that it cannot use. */
export class UsageError extends Error {
  override name = 'UsageError'
}
