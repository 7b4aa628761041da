import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runBackup } from '../../server/src/commands/backup.ts'
import { createKey } from '../../server/src/commands/keys.ts'
import { type RestoreFlags, runRestore } from '../../server/src/commands/restore-backup.ts'
import { lockDataDirectory } from '../../server/src/storage/location.ts'

let folder: string
let data: string
let copy: string
let printed = ''
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text
    return true
  })
  folder = mkdtempSync(join(tmpdir(), 'mkt-restore-'))
  data = join(folder, 'data')
  copy = join(folder, 'copy.db')
  await createKey({ data, user: 'ada' })
  keep('doc_1')
  await runBackup({ data, to: copy, blobsRegion: 'us-east-1' })
  printed = ''
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const restore = (more: Partial<RestoreFlags> = {}) =>
  runRestore({ data, from: copy, blobsRegion: 'us-east-1', json: true, ...more })

function change(sql: string, file = join(data, 'mkt.db')): void {
  const connection = new Sqlite(file)
  connection.exec(sql)
  connection.close()
}

function usersIn(place: string): string[] {
  const connection = new Sqlite(join(place, 'mkt.db'), { readonly: true })
  const rows = connection.prepare('select username from users order by username').all() as { username: string }[]
  connection.close()
  return rows.map(({ username }) => username)
}

function keep(id: string): void {
  const columns = 'document_id, user_id, document_type, created_at, risk_level, risk_score, sha256, pages, file_name'
  change(`insert into documents (${columns}, fields_json, analysis_json, detail_json)
    select '${id}', user_id, 'UNKNOWN', 0, 'LOW', 0, '${id}', 1, '', '{}', '{}', '{}' from users limit 1`)
  mkdirSync(join(data, 'documents', id), { recursive: true })
  for (const name of ['original.pdf', 'annotated.pdf'])
    writeFileSync(join(data, 'documents', id, name), `${id} ${name}`)
}

/** A file that was received and waits to be analysed. */
function leave(id: string): void {
  change(`insert into document_tasks (analysis_id, user_id, state, created_at, claim, tries, lease_until, bytes, sha256,
    file_name, label, reference, reference_count, base_url)
    select '${id}', user_id, 'queued', 0, 0, 0, 0, 9, '${id}', '', '', '', 0, 'http://127.0.0.1' from users limit 1`)
  mkdirSync(join(data, 'documents', id), { recursive: true })
  writeFileSync(join(data, 'documents', id, 'original.pdf'), `${id} waits`)
}

// As a database of another program looks to this one.
const NO_TABLES = 'drop table kysely_migration'

/** What stands in a data directory, but for the lock. */
const contents = (place: string) =>
  readdirSync(place)
    .filter((name) => name !== 'serve.lock')
    .sort()

test('a copy comes back into an empty directory, with the files of its documents', async () => {
  const fresh = join(folder, 'fresh')
  await restore({ data: fresh })
  expect(JSON.parse(printed)).toMatchObject({ documents: 1, documents_without_files: 0, kept: null })
  expect(usersIn(fresh)).toEqual(['ada'])
  expect(readFileSync(join(fresh, 'documents/doc_1/original.pdf'), 'utf8')).toBe('doc_1 original.pdf')
  expect(contents(fresh).filter((name) => name.includes('partial'))).toEqual([])
})

test('what is there is refused, or kept aside whole, documents included', async () => {
  await createKey({ data, user: 'later' })
  keep('doc_2')
  await expect(restore()).rejects.toThrow(/there is a database in .*--replace/)
  expect(usersIn(data)).toEqual(['ada', 'later'])
  printed = ''
  await restore({ replace: true })
  const { kept } = JSON.parse(printed) as { kept: string }
  expect(kept).toMatch(/data\/replaced-20\d\d-\d\d-\d\dT/)
  expect([usersIn(data), usersIn(kept)]).toEqual([['ada'], ['ada', 'later']])
  expect([readdirSync(join(data, 'documents')), readdirSync(join(kept, 'documents'))]).toEqual([
    ['doc_1'],
    ['doc_1', 'doc_2'],
  ])
  expect(readFileSync(join(kept, 'documents/doc_2/annotated.pdf'), 'utf8')).toBe('doc_2 annotated.pdf')
})

test('what waits to be analysed goes into the copy, comes back with it, and is not taken for a leftover', async () => {
  leave('ana_1')
  rmSync(copy)
  rmSync(`${copy}-documents`, { recursive: true })
  await runBackup({ data, to: copy, blobsRegion: 'us-east-1' })
  expect(printed).toContain('The files of 1 document and 1 document that waits to be analysed are in')
  printed = ''
  await restore({ replace: true })
  expect(JSON.parse(printed)).toMatchObject({ documents: 1, documents_without_files: 0, waiting: 1 })
  expect(readFileSync(join(data, 'documents/ana_1/original.pdf'), 'utf8')).toBe('ana_1 waits')
})

test('a directory that a server holds is refused', async () => {
  const unlock = lockDataDirectory(data)
  await expect(restore({ replace: true })).rejects.toThrow(/another mkt-server serves/)
  unlock()
  await restore({ replace: true })
})

test.each<[string, () => void, RegExp]>([
  [
    'whose books are wrong',
    () => change('update accounts set balance_nano = balance_nano + 1', copy),
    /books of .* wrong/,
  ],
  [
    'of a newer version',
    () => change("insert into kysely_migration values ('9999-later', '')", copy),
    /newer mkt-server/,
  ],
  [
    'that is no database',
    () => writeFileSync(copy, 'a text that is no database at all, though it is long'),
    /is no database/,
  ],
  ['of another program', () => change(NO_TABLES, copy), /of another program/],
  [
    'without the files of its documents',
    () => rmSync(`${copy}-documents`, { recursive: true }),
    /1 document whose files/,
  ],
  ['that is cut off', () => writeFileSync(copy, readFileSync(copy).subarray(0, 8192)), /not sound|malformed/],
  ['that is not there', () => rmSync(copy), /there is no file/],
])('a copy %s is refused, and nothing is changed', async (_what, spoil, says) => {
  spoil()
  const before = contents(data)
  await expect(restore({ replace: true })).rejects.toThrow(says)
  expect([contents(data), usersIn(data)]).toEqual([before, ['ada']])
  const fresh = join(folder, 'fresh')
  await expect(restore({ data: fresh })).rejects.toThrow(says)
  expect(existsSync(join(fresh, 'mkt.db'))).toBe(false)
})

test('a database that is damaged beyond opening is replaced, and kept with its log', async () => {
  writeFileSync(join(data, 'mkt.db'), 'this is no database any more, whatever it was')
  writeFileSync(join(data, 'mkt.db-wal'), 'the log of another')
  await restore({ replace: true })
  const { kept } = JSON.parse(printed) as { kept: string }
  expect(usersIn(data)).toEqual(['ada'])
  expect(readFileSync(join(kept, 'mkt.db-wal'), 'utf8')).toBe('the log of another')
  expect(readFileSync(join(kept, 'mkt.db'), 'utf8')).toMatch(/^this is no database/)
})

test('for Postgres it says how', async () => {
  await expect(restore({ databaseUrl: 'postgres://x/y' })).rejects.toThrow(/pg_restore .* mkt-server audit/)
})
