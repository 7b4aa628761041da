import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DomainError } from '../../server/src/base/errors.ts'
import { createAdmin } from '../../server/src/commands/admin.ts'
import { runAudit } from '../../server/src/commands/audit.ts'
import { createKey } from '../../server/src/commands/keys.ts'
import { reportFailure, UsageError } from '../../server/src/commands/report.ts'
import { ConfigError, readConfig } from '../../server/src/config.ts'

let data: string
let printed = ''
const told: unknown[] = []
let exitCode: typeof process.exitCode
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'mkt-commands-'))
  printed = ''
  told.length = 0
  // The code of the command is not that of the test run.
  exitCode = process.exitCode
  process.exitCode = undefined
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text
    return true
  })
  vi.spyOn(console, 'error').mockImplementation((said) => void told.push(said))
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = exitCode
  rmSync(data, { recursive: true, force: true })
})

test('an audit of books that are right succeeds, one of books that are wrong exits with 1 and says where', async () => {
  await createKey({ data, user: 'ada' })
  await runAudit({ data })
  expect([process.exitCode, printed]).toEqual([undefined, expect.stringContaining('The books are right.')])
  const connection = new Sqlite(join(data, 'mkt.db'))
  connection.exec("update accounts set balance_nano = balance_nano + 1 where account_id like 'user:%'")
  connection.close()
  await runAudit({ data })
  expect([process.exitCode, printed]).toEqual([1, expect.stringContaining('The books are WRONG:')])
  await runAudit({ data, json: true })
  expect(JSON.parse(printed.split('\n').at(-2) as string)).toMatchObject({ ok: false, sum: 1e-9 })
})

test.each([
  ['a wrong usage', 2, new UsageError('--amount is "x"'), 'mkt-server: --amount is "x"'],
  [
    'a configuration that is not valid',
    2,
    new ConfigError(['--host is ""']),
    expect.stringMatching(/^mkt-server: the con/),
  ],
  ['what is not there', 1, new DomainError('not_found', 'there is no user "x"'), 'mkt-server: there is no user "x"'],
  ['a refusal', 1, new DomainError('conflict', 'It is there already.'), 'mkt-server: It is there already.'],
  [
    'a fault of the machine',
    1,
    Object.assign(new Error('write failed'), { code: 'SQLITE_FULL' }),
    expect.stringMatching(/^mkt-server: write failed: the disk is full/),
  ],
])('%s is said on standard error, with exit code %i', (_what, code, error, line) => {
  reportFailure(error)
  expect([process.exitCode, told, printed]).toEqual([code, [line], ''])
})

test('a defect shows where it is', () => {
  const defect = new TypeError('x is not a function')
  reportFailure(defect)
  expect([process.exitCode, told]).toEqual([1, [defect]])
})

test('a value that is not valid is said in the words of a person', async () => {
  const olga = { data, username: 'op', email: 'olga@example.com', password: 'short' }
  await expect(createAdmin(olga)).rejects.toThrow(
    '--username must have at least 3 characters\n--password must have at least 8 characters',
  )
  await expect(createKey({ data, user: 'op' })).rejects.toThrow('--user must have at least 3 characters')
  const given = { trustedProxies: '11', retentionDays: '40000' }
  expect(() => readConfig(given, {})).toThrow(
    /--trusted-proxies .* is "11": must be a whole number, 0 to 10\n.*--retention-days .*: must be a number of days, 0 to 36500$/,
  )
})
