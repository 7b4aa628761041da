import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { Checkpoints } from '../../../server/src/storage/checkpoints.ts'

test('the log is emptied at once, and then once a second however often something is erased', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-scrub-'))
  const file = join(folder, 'a.db')
  const connection = new Sqlite(file)
  connection.pragma('journal_mode = WAL')
  connection.exec('create table t (x)')
  const checkpoints = new Checkpoints({ connection, file })
  const size = () => statSync(`${file}-wal`).size
  let emptied = 0
  for (const end = performance.now() + 1400; performance.now() < end; ) {
    connection.exec('insert into t values (1)')
    checkpoints.committed()
    checkpoints.scrub()
    await sleep(20)
    if (size() === 0) emptied++
  }
  expect(emptied).toBeGreaterThan(0)
  expect(emptied).toBeLessThanOrEqual(3)
  await expect.poll(size, { timeout: 5000 }).toBe(0)
  await checkpoints.close()
  connection.close()
  rmSync(folder, { recursive: true })
})
