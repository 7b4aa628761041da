import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { market } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp, runBin, tempFolder } from './bins.ts'
import { audit, type Server, serve } from './market.ts'

let server: Server

beforeAll(async () => {
  server = await serve()
})
afterAll(cleanUp)

const operate = (data: string, args: string[], stdin?: string) =>
  runBin('mkt-server', [...args, '--data', data], stdin === undefined ? {} : { stdin })

/** What a command with --json prints, which must be one line of JSON and nothing else. */
async function json(data: string, args: string[], stdin?: string): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await operate(data, [...args, '--json'], stdin)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.trim().split('\n')).toHaveLength(1)
  return JSON.parse(stdout)
}

const basic = (username: string, password: string) =>
  createClient({
    baseUrl: server.url,
    authorization: () => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  })

describe.each(['while the server runs', 'on a fresh directory'])('%s', (when) => {
  const running = when === 'while the server runs'
  let data: string
  beforeAll(() => {
    data = running ? server.data : tempFolder()
  })

  test('admin create, with the password as a flag and on standard input', async () => {
    const flags = ['admin', 'create', '--username', 'boss', '--email', 'boss@example.com']
    const made = await json(data, [...flags, '--password', 'a secret word'])
    expect(made).toMatchObject({ username: 'boss', email: 'boss@example.com', role: 'admin' })
    const other = ['admin', 'create', '--username', 'chief', '--email', 'chief@example.com']
    expect((await operate(data, other, 'another secret\n')).stdout).toMatch(/^chief \(usr_\w+\) was made/)
    if (!running) return
    for (const [name, password] of [
      ['boss', 'a secret word'],
      ['chief', 'another secret'],
    ] as const) {
      expect((await basic(name, password).call(market.adminUsers, { query: {} })).total).toBeGreaterThan(1)
    }
  })

  test('credits grant, to a name, which the user can spend', async () => {
    await json(data, ['keys', 'create', '--user', 'grace'])
    const grant = ['credits', 'grant', '--user', 'grace', '--reason', 'invoice 17', '--amount']
    expect(await json(data, [...grant, '0.000000001'])).toMatchObject({ username: 'grace', amount: 1e-9 })
    expect((await operate(data, [...grant, '250.5'])).stdout).toBe(
      'grace got 250.5 credits and can now spend 250.500000001.\n',
    )
  })

  test('keys create, making the account where there is none', async () => {
    const first = await json(data, ['keys', 'create', '--user', 'heidi'])
    const second = await json(data, ['keys', 'create', '--user', 'heidi'])
    expect(first).toEqual({ key_id: expect.stringMatching(/^tok_\w+$/), key: first.key, account_made: true })
    expect(second).toMatchObject({ account_made: false })
    for (const { key } of [first, second]) expect(key).toMatch(/^mkt_d_[\w-]{20,}$/)
    expect(first.key).not.toBe(second.key)
    expect(await operate(data, ['keys', 'create', '--user', 'heidi'])).toMatchObject({
      stdout: expect.stringMatching(/^mkt_d_\S+\n$/),
      stderr: '',
    })
    const mistyped = await operate(data, ['keys', 'create', '--user', 'heidy'])
    expect(mistyped.stderr).toContain('there was no heidy; the account was made')
    expect(await json(data, ['keys', 'revoke', String(first.key_id), '--user', 'heidi'])).toMatchObject({
      revoked: true,
    })
  })

  test('audit', async () => {
    expect(await json(data, ['audit'])).toMatchObject({ ok: true, sum: 0, faults: [] })
    expect((await operate(data, ['audit'])).stdout).toMatch(/^The books are right\.\n/)
  })
})

test.each([
  ['a user that is not there', 1, ['credits', 'grant', '--user', 'nobody', '--amount', '1', '--reason', 'x'], 'nobody'],
  [
    'an amount that is none',
    2,
    ['credits', 'grant', '--user', 'grace', '--amount', '1e3', '--reason', 'x'],
    '--amount',
  ],
  ['a short password', 2, ['admin', 'create', '--username', 'eve', '--email', 'e@e.ee', '--password', 'x'], 'password'],
  ['a name that is none', 2, ['keys', 'create', '--user', 'a b'], '--user'],
  ['a missing flag', 2, ['keys', 'create'], '--user'],
  ['an unknown command', 2, ['keys', 'make'], 'unknown command'],
])('%s is exit code %i and a sentence', async (_, exit, args, says) => {
  const { code, stdout, stderr } = await operate(server.data, args)
  expect({ code, stdout }).toEqual({ code: exit, stdout: '' })
  expect(stderr).toContain(says)
  expect(stderr).not.toMatch(/^ +at /m)
})

test('audit where there is no database says so, and makes none', async () => {
  const data = tempFolder()
  const { code, stdout, stderr } = await operate(data, ['audit'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^mkt-server: there is no database in .+\n$/)
  expect(readdirSync(data)).toEqual([])
})

test('an account that is made an admin by its password keeps it', async () => {
  const password = 'its own password'
  const body = { username: 'promoted', email: 'promoted@example.com', password }
  await createClient({ baseUrl: server.url }).call(market.createUser, { body })
  const user = { client: basic('promoted', password) }
  await expect(user.client.call(market.adminUsers, { query: {} })).rejects.toMatchObject({ status: 403 })
  await json(server.data, ['admin', 'create', '--username', 'promoted', '--email', 'x@example.com'], `${password}\n`)
  expect((await user.client.call(market.adminUsers, { query: {} })).total).toBeGreaterThan(0)
  const again = ['admin', 'create', '--username', 'promoted', '--email', 'x@example.com']
  expect(await operate(server.data, again)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^promoted \(usr_\w+\) is an admin already; nothing was changed\.\n$/),
  })
})

test('audit exits with 1 where a balance was tampered with', async () => {
  const data = tempFolder()
  await json(data, ['keys', 'create', '--user', 'mallory'])
  await json(data, ['credits', 'grant', '--user', 'mallory', '--amount', '5', '--reason', 'a gift'])
  expect(await audit({ data })).toMatchObject({ code: 0, report: { ok: true } })
  const database = new DatabaseSync(join(data, 'mkt.db'))
  database.exec("update accounts set balance_nano = balance_nano + 1000000000 where account_id like 'user:%'")
  database.close()
  const { code, report } = await audit({ data })
  expect(code).toBe(1)
  expect(report.ok).toBe(false)
  expect(report.faults).not.toEqual([])
  const told = await operate(data, ['audit'])
  expect(told.code).toBe(1)
  expect(told.stdout).toMatch(/^The books are WRONG:\n {2}\S/)
})

test.each([[[]], [['users']], [['keys']]])(
  '%j alone shows the help on standard error, with exit code 2',
  async (args) => {
    const { code, stdout, stderr } = await runBin('mkt-server', args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^Usage: mkt-server/)
    const asked = await runBin('mkt-server', [...args, '--help'])
    expect(asked).toMatchObject({ code: 0, stderr: '', stdout: stderr })
  },
)
