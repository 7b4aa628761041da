import { writeJson } from '@mkt/schemas'
import { safeJson, safeLines } from '@mkt/schemas/process/safe-text'
import { CommanderError } from 'commander'
import { DomainError } from '../base/errors.ts'
import { EXIT } from '../exit-code.ts'
import { type Column, counted, tableText } from './table.ts'

/** Prints a command's result: JSON for scripts, else a sentence for people. */
export function print(json: boolean | undefined, data: unknown, text: string): void {
  process.stdout.write(`${json ? safeJson(writeJson(data)) : safeLines(text)}\n`)
}

export interface ListFlags {
  limit: string
  offset: string
  wide?: boolean
}

const MOST = 100_000

/** The part of a list that was asked for. */
export function pageOf({ limit, offset }: ListFlags): { limit: number; offset: number } {
  return { limit: wholeNumber('--limit', limit, 1), offset: wholeNumber('--offset', offset, 0) }
}

function wholeNumber(flag: string, text: string, least: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= MOST) return number
  throw new UsageError(`${flag} is "${text}": it must be a whole number, ${least} to ${MOST}`)
}

export interface Listing {
  data: unknown
  columns: readonly Column[]
  rows: readonly (readonly string[])[]
  /** All that there are, of which `rows` may be a part. */
  total: number
  noun: string
}

/** Prints a list: JSON for scripts, else a table, cut to the width of a terminal. */
export function printList(flags: { json?: boolean; wide?: boolean }, list: Listing): void {
  const width = flags.wide ? undefined : terminalWidth()
  const text = list.rows.length === 0 ? `There are no ${list.noun}s.` : tableText(list.columns, list.rows, width)
  print(flags.json, list.data, text)
  // Talk, not data: whoever counts lines counts rows.
  if (!flags.json && list.rows.length < list.total)
    console.error(`${list.rows.length} of ${counted(list.total, list.noun)}; --limit and --offset show others`)
}

/** A file or another program gets everything whole. */
function terminalWidth(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns : undefined
}

/** Says in one line what went wrong and what to do, and sets the exit code; a defect shows its stack. */
export function reportFailure(error: unknown): void {
  process.exitCode = exitCodeOf(error)
  // The parser has said it already, or shown the help.
  if (error instanceof CommanderError) return
  const { code } = error as { code?: string }
  const known = error instanceof DomainError || (error instanceof Error && KNOWN.has(error.name))
  if (known) console.error(`mkt-server: ${(error as Error).message}`)
  else {
    const advice = code === undefined ? undefined : adviceOn(code)
    if (advice) console.error(`mkt-server: ${(error as Error).message}: ${advice}`)
    else console.error(error)
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  return error instanceof Error && USAGE.has(error.name) ? EXIT.usage : EXIT.failed
}

const USAGE = new Set(['UsageError', 'ConfigError'])

/** SQLite's codes come with more or less detail: SQLITE_IOERR_SHMSIZE is an SQLITE_IOERR. */
function adviceOn(code: string): string | undefined {
  return ADVICE[code] ?? ADVICE[code.split('_').slice(0, 2).join('_')]
}

const KNOWN = new Set([
  'BackupError',
  'BlobsError',
  'ConfigError',
  'DataDirectoryError',
  'DatabaseFileError',
  'LockFileError',
  'LockedError',
  'NoDatabaseError',
  'RedisError',
  'SchemaError',
  'SecretsKeyError',
  'UsageError',
])

const ADVICE: Record<string, string> = {
  EADDRINUSE: 'another program listens there; stop it or choose another port',
  EADDRNOTAVAIL: 'this machine does not have that address; see --host',
  EACCES: 'this user may not do that',
  EDQUOT: "this user's share of the disk is used up; free some space there",
  EEXIST: 'something else has that name; move it away',
  EIO: 'the disk does not work as it should; look at the system log',
  EMFILE: 'this process has too many files open; raise its limit (ulimit -n)',
  ENOSPC: 'the disk is full; free some space there',
  ENOTDIR: 'something else has the name of a folder; move it away',
  EROFS: 'that disk is read-only',
  ENOTFOUND: 'no machine has that name; see --host and --database-url',
  ECONNREFUSED: 'is the database running? see --database-url',
  SQLITE_BUSY: 'the database is busy; try again',
  SQLITE_CANTOPEN: 'the database file, or one beside it, cannot be opened or made; see --data',
  SQLITE_READONLY: 'the database is read-only; see the permissions of --data',
  SQLITE_FULL: 'the disk is full; free some space where this writes',
  SQLITE_IOERR: 'the disk is full or does not work; free some space where this writes, or look at the system log',
  SQLITE_NOTADB: 'the file mkt.db in the data directory is no database; restore a backup',
  SQLITE_CORRUPT: 'the database is damaged; restore a backup',
}

/** The command was given something that it cannot use: exit code 2, as where the parser finds it. */
export class UsageError extends Error {
  override name = 'UsageError'
}
