import { existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { logAct } from '../accounts/act-log.ts'
import { DomainError } from '../base/errors.ts'
import { copyFiles } from '../documents/store/copy-files.ts'
import { audit } from '../market/audit/audit.ts'
import { backupSqlite, partialOf } from '../storage/backup.ts'
import { locate } from '../storage/location.ts'
import { secretsKeyFile } from '../storage/secrets-key.ts'
import { openSqlite } from '../storage/sqlite.ts'
import { type BlobFlags, blobLocationOf } from './blob-flags.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print, UsageError } from './report.ts'
import { counted } from './table.ts'

/**
 * Copies the database of a running or stopped server to a file, and proves the copy by auditing its ledger. The files
 * of the documents in that copy go to a folder beside it; those in S3 stay where they are.
 */
export async function runBackup(flags: DataFlags & BlobFlags & { to: string }): Promise<void> {
  if (flags.databaseUrl) throw new UsageError('this copies SQLite databases; use pg_dump for Postgres')
  const data = resolve(flags.data)
  const location = locate(data, undefined)
  if (!('sqlite' in location)) return
  const to = resolve(flags.to)
  const folder = `${to}-documents`
  if (existsSync(folder))
    throw new DomainError(
      'conflict',
      `${folder} exists; name a copy for which it does not, or remove it where there is no ${to}`,
    )
  // Refuses a directory without a database, and one of another version. Before the copy, so that none is without it.
  await onData(flags, async (deps) =>
    deps.database.transaction((tx) => logAct(tx, deps, deps.actor, { act: 'database.backup', subject: null })),
  )
  await backupSqlite(location.sqlite, to)
  const blobs = blobLocationOf(data, flags)
  const { report, files } = await complete(to, 'folder' in blobs ? { from: blobs.folder, to: folder } : undefined)
  const { transactions, accounts } = report
  print(
    flags.json,
    { file: to, transactions, accounts, documents: files?.documents ?? null, waiting: files?.waiting ?? null },
    `${to}: sound, ${counted(accounts, 'account')} and ${counted(transactions, 'transaction')} whose books are right. ${sayFiles(files, folder, flags.blobs)} ${secretsKeyFile(data)} is not in it: keep a copy of that elsewhere, it opens second factors. To bring it back, stop the server and run: mkt-server restore --from ${to} --data ${data} --replace`,
  )
}

/** Brings the backup to its end: proved, with the files of its documents, and only then under its own name. */
async function complete(to: string, folders: { from: string; to: string } | undefined) {
  const done = await proveAndCopy(partialOf(to), folders && { from: folders.from, to: partialOf(folders.to) })
  if (done.files && done.files.documents + done.files.waiting > 0 && folders)
    renameSync(partialOf(folders.to), folders.to)
  // Last: where there is a database of that name there is a whole backup.
  renameSync(partialOf(to), to)
  return done
}

async function proveAndCopy(file: string, folders: { from: string; to: string } | undefined) {
  const copy = openSqlite(file)
  try {
    const report = await audit(copy)
    if (report.faults.length > 0)
      throw new DomainError('conflict', `${file} was written, but its books are wrong: ${report.faults[0]}`)
    if (folders) rmSync(folders.to, { recursive: true, force: true })
    return { report, files: folders && (await copyFiles(copy, folders.from, folders.to)) }
  } finally {
    await copy.close()
  }
}

type Files = { documents: number; waiting: number }

function sayFiles(files: Files | undefined, folder: string, bucket: string | undefined): string {
  if (!files) return `The files of documents are in ${bucket} and are not copied.`
  const parts = [
    files.documents > 0 && counted(files.documents, 'document'),
    files.waiting > 0 &&
      `${counted(files.waiting, 'document')} that ${files.waiting === 1 ? 'waits' : 'wait'} to be analysed`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'There are no documents.' : `The files of ${parts.join(' and ')} are in ${folder}.`
}
