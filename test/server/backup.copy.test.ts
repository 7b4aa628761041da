import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runBackup } from '../../server/src/commands/backup.ts'
import { createKey } from '../../server/src/commands/keys.ts'
import { backupSqlite } from '../../server/src/storage/backup.ts'

let folder: string
let data: string
let to: string
beforeEach(async () => {
  // What the commands print is for their caller.
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  folder = mkdtempSync(join(tmpdir(), 'mkt-backup-'))
  data = join(folder, 'data')
  to = join(folder, 'copy.db')
  await createKey({ data, user: 'ada' })
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const flags = () => ({ data, to, blobsRegion: 'us-east-1' })

function change(sql: string): void {
  const connection = new Sqlite(join(data, 'mkt.db'))
  connection.exec(sql)
  connection.close()
}

/** A kept document, as far as a backup looks at it. */
function keep(id: string): void {
  const columns = 'document_id, user_id, document_type, created_at, risk_level, risk_score, sha256, pages, file_name'
  change(`insert into documents (${columns}, fields_json, analysis_json, detail_json)
    select '${id}', user_id, 'UNKNOWN', 0, 'LOW', 0, '${id}', 1, '', '{}', '{}', '{}' from users limit 1`)
  mkdirSync(join(data, 'documents', id), { recursive: true })
  for (const name of ['original.pdf', 'annotated.pdf'])
    writeFileSync(join(data, 'documents', id, name), `${id} ${name}`)
}

test('every document of the copy has its own two files beside it', async () => {
  for (const id of ['doc_1', 'doc_2', 'doc_3']) keep(id)
  await runBackup(flags())
  for (const id of ['doc_1', 'doc_2', 'doc_3'])
    for (const name of ['original.pdf', 'annotated.pdf'])
      expect(readFileSync(join(`${to}-documents`, id, name), 'utf8')).toBe(`${id} ${name}`)
})

test('no copy is written over a file or a folder that is there', async () => {
  writeFileSync(to, 'the copy of yesterday')
  await expect(runBackup(flags())).rejects.toThrow(/copy\.db exists; name a file that does not/)
  expect(readFileSync(to, 'utf8')).toBe('the copy of yesterday')
  rmSync(to)
  mkdirSync(`${to}-documents`)
  await expect(runBackup(flags())).rejects.toThrow(/copy\.db-documents exists/)
  expect(existsSync(to)).toBe(false)
})

test('a copy whose books are wrong is told of', async () => {
  change("update accounts set balance_nano = balance_nano + 1 where account_id like 'user:%'")
  await expect(runBackup(flags())).rejects.toThrow(/its books are wrong: .* sum to 0\.000000001/)
})

test('a copy that is damaged does not get its name', async () => {
  const source = join(folder, 'damaged.db')
  const connection = new Sqlite(source)
  connection.exec(`create table t (a text, b text); create index i on t (a);
    insert into t with recursive n (x) as (select 1 union all select x + 1 from n where x < 100) select x, -x from n`)
  // An index that says otherwise than its table.
  connection.unsafeMode()
  connection.exec(
    "pragma writable_schema = on; update sqlite_master set sql = 'create index i on t (b)' where name = 'i'",
  )
  connection.close()
  await expect(backupSqlite(source, to)).rejects.toThrow(/the copy is not sound .* kept as .*copy\.db\.partial/)
  expect(existsSync(to)).toBe(false)
})
