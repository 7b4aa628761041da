import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { logAct } from '../accounts/act-log.ts'
import { logHead } from '../accounts/act-log-store.ts'
import { isoTime, systemClock } from '../base/clock.ts'
import { DomainError } from '../base/errors.ts'
import { bringFiles, countFiles, dropUnknown, keepFilesAside } from '../documents/store/restore-files.ts'
import { audit } from '../market/audit/audit.ts'
import { copySqlite, partialOf } from '../storage/backup.ts'
import { locate, lockDataDirectory, makeDataDirectory, openForCommand } from '../storage/location.ts'
import { migrate, SchemaError, schemaState } from '../storage/migrate.ts'
import { databaseIsThere, dropPartial, putInPlace } from '../storage/put-in-place.ts'
import { damageOf } from '../storage/soundness.ts'
import { openSqlite, readSqlite } from '../storage/sqlite.ts'
import { type BlobFlags, blobLocationOf } from './blob-flags.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print, UsageError } from './report.ts'
import { counted } from './table.ts'

export type RestoreFlags = DataFlags & BlobFlags & { from: string; replace?: boolean }

/**
 * Brings a backup into the data directory of a server that is stopped: a copy is made there and proved (whole, of a
 * version that this program knows, books right, files of documents beside it), then takes its place in one step.
 */
export async function runRestore(flags: RestoreFlags): Promise<void> {
  if (flags.databaseUrl) throw new UsageError(POSTGRES)
  const from = resolve(flags.from)
  if (!existsSync(from)) throw new UsageError(`there is no file ${from}`)
  const data = resolve(flags.data)
  const location = locate(data, undefined)
  if (!('sqlite' in location)) return
  const file = location.sqlite
  makeDataDirectory(data)
  const unlock = lockDataDirectory(data)
  try {
    const isThere = databaseIsThere(file)
    if (isThere && !flags.replace) throw new DomainError('conflict', `there is a database in ${data}: ${REPLACE}`)
    const aside = isThere ? join(data, `replaced-${isoTime(systemClock.now()).replace(/[:.]/g, '-')}`) : undefined
    dropPartial(file)
    try {
      await bring(from, file, blobLocationOf(data, flags), aside)
      await logRestore(flags, aside === undefined ? null : await lastAct(join(aside, basename(file))))
    } finally {
      dropPartial(file)
    }
    await sayProved(flags, data, aside)
  } finally {
    unlock()
  }
}

/** Where the log of acts ended in what is kept aside, which is left alone; null where that cannot be read. */
async function lastAct(file: string) {
  try {
    return (await readSqlite(file, logHead)) ?? null
  } catch {
    return null
  }
}

/** An older copy brings an older log: what it lacks is to be looked for in what was replaced. */
async function logRestore(flags: DataFlags, replaced: { entry: number; hash: string } | null): Promise<void> {
  const act = { act: 'database.restore' as const, subject: null, before: { last_act: replaced } }
  await onData(flags, async (deps) => deps.database.transaction((tx) => logAct(tx, deps, deps.actor, act)))
}

const POSTGRES =
  'this restores copies of SQLite databases. For Postgres, stop the server, then: createdb NEW, pg_restore --no-owner --exit-on-error --dbname NEW FILE (of pg_dump --format=custom), mkt-server audit --database-url postgres://.../NEW, and start the server with that URL'
const REPLACE = 'name another --data, or add --replace, which keeps what is there in a folder beside it and says which'

async function bring(
  from: string,
  file: string,
  blobs: ReturnType<typeof blobLocationOf>,
  aside: string | undefined,
): Promise<void> {
  await copySqlite(from, partialOf(file))
  const state = await schemaState({ sqlite: partialOf(file) })
  if (state === 'empty') throw new DomainError('conflict', `${from} is a database of another program`)
  if (state === 'newer') throw new SchemaError(state)
  // It is a copy: bringing it up to date proves that this program can, too.
  if (state === 'older') await migrate({ sqlite: partialOf(file) })
  const copy = openSqlite(partialOf(file))
  try {
    const { faults } = await audit(copy)
    if (faults.length > 0) throw new DomainError('conflict', `the books of ${from} are wrong: ${faults[0]}`)
    if ('folder' in blobs) {
      const files = `${from}-documents`
      const { known, found } = await countFiles(copy, files)
      if (known > 0 && found === 0) {
        const sentence = `${from} holds ${counted(known, 'document')} whose files are not in ${files}: put that folder back beside it, or name their bucket with --blobs`
        throw new DomainError('conflict', sentence)
      }
      if (aside !== undefined) keepFilesAside(blobs.folder, join(aside, 'documents'))
      await bringFiles(copy, files, blobs.folder)
    }
  } finally {
    await copy.close()
  }
  putInPlace(file, aside)
}

/** Proves what is in place now, as `audit` would, and says it. */
async function sayProved(flags: RestoreFlags, data: string, aside: string | undefined): Promise<void> {
  const location = locate(data, undefined)
  const database = await openForCommand(data, undefined, { create: false })
  try {
    const { faults, accounts, transactions } = await audit(database)
    const damage = damageOf(location)
    if (damage || faults.length > 0)
      throw new DomainError('conflict', `what is in place now is wrong: ${damage ?? faults[0]}`)
    const blobs = blobLocationOf(data, flags)
    const files = 'folder' in blobs ? await countFiles(database, blobs.folder) : undefined
    if ('folder' in blobs) await dropUnknown(database, blobs.folder)
    const documents = files && {
      ...{ documents: files.known, documents_without_files: files.known - files.found },
      waiting: files.waiting,
    }
    print(
      flags.json,
      { data, accounts, transactions, ...documents, kept: aside ?? null },
      `${data}: restored and proved, ${counted(accounts, 'account')} and ${counted(transactions, 'transaction')} whose books are right. ${sayFiles(files, flags.blobs)}${aside ? ` What was there before is in ${aside}; remove it when you are sure.` : ''} Start mkt-server serve now.`,
    )
  } finally {
    await database.close()
  }
}

type Files = Awaited<ReturnType<typeof countFiles>>

function sayFiles(files: Files | undefined, bucket: string | undefined): string {
  if (!files) return `The files of documents are in ${bucket} as they are.`
  const missing = files.known - files.found
  const waiting = files.waiting > 0 ? `, ${files.waiting} more to be analysed` : ''
  const most = `${counted(files.found, 'document')} with ${files.found === 1 ? 'its' : 'their'} files${waiting}.`
  return missing === 0 ? most : `${most} ${counted(missing, 'document')} without: erased while the copy was made.`
}
