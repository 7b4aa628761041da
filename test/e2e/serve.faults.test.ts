import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { market } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp, type Ended, runBin, startBin, tempFolder } from './bins.ts'
import { type Server, serve, signUp } from './market.ts'

let server: Server

beforeAll(async () => {
  server = await serve()
})
afterAll(cleanUp)

const tryToServe = (data: string, ...more: string[]) =>
  runBin('mkt-server', ['serve', '--data', data, '--market-port', '0', '--documents-port', '0', ...more])

/** Exit code 1 and one line that a person can act on. */
function expectOneLine({ code, stdout, stderr }: Ended, ...says: string[]) {
  for (const part of says) expect(stderr).toContain(part)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toMatch(/^mkt-server: /)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
}

test('all faults of flags and variables are said at once', async () => {
  const env = { MKT_REGISTRATION: 'nobody', MKT_LIMIT_QUEUED_JOBS: 'many', MKT_SIGNUP_CREDITS: '-1' }
  const flags = ['--market-port', '99999', '--market-url', 'ftp://market', '--log-level', 'loud']
  const { code, stderr } = await runBin('mkt-server', ['serve', ...flags], { env })
  expect(code).toBe(2)
  for (const name of Object.keys(env)) expect(stderr).toContain(name)
  for (const flag of ['--market-port', '--market-url', '--log-level', '--registration']) expect(stderr).toContain(flag)
  expect(stderr.trim().split('\n')).toHaveLength(7)
})

test('a variable sets what no flag sets, and a flag wins', async () => {
  const env = { MKT_HOST: 'no.such.host.invalid', MKT_LOG_LEVEL: 'silent', MKT_DATA: tempFolder() }
  const { code, stderr } = await runBin('mkt-server', ['serve', '--market-port', '0'], { env })
  expect(code).toBe(1)
  expect(stderr).toContain('no.such.host.invalid')
  const other = await serve({ env: { MKT_MARKET_PORT: 'x', MKT_SIGNUP_CREDITS: '7.5' } })
  const { credits } = await (await signUp(other)).client.call(market.me, {})
  expect(credits).toBe(7_500_000_000n)
})

describe('what cannot be served is one line and exit code 1:', () => {
  test('a port that another program has', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const port = String((taken.address() as AddressInfo).port)
    try {
      expectOneLine(await tryToServe(tempFolder(), '--market-port', port), port, 'another program listens there')
      expectOneLine(await tryToServe(tempFolder(), '--documents-port', port), port)
    } finally {
      taken.close()
    }
  })

  test('a data directory that another server serves', async () => {
    expectOneLine(await tryToServe(server.data), server.data, 'another mkt-server')
    // The one that was there is none the worse.
    expect(await createClient({ baseUrl: server.url }).call(market.health, {})).toMatchObject({ status: 'ok' })
  })

  test('a database of a later version', async () => {
    const data = tempFolder()
    expect((await runBin('mkt-server', ['keys', 'create', '--user', 'ada', '--data', data])).code).toBe(0)
    const database = new DatabaseSync(join(data, 'mkt.db'))
    database.exec(`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')`)
    database.close()
    expectOneLine(await tryToServe(data), 'newer mkt-server')
    expectOneLine(await runBin('mkt-server', ['audit', '--data', data]), 'newer mkt-server')
  })

  test('a file that is no database', async () => {
    const data = tempFolder()
    writeFileSync(join(data, 'mkt.db'), 'not a database at all, but long enough to be read as one')
    expectOneLine(await tryToServe(data), 'no database')
  })

  test.each(['a file', 'below a file', 'where nothing can be made'])('a data directory that is %s', async (where) => {
    const file = join(tempFolder(), 'file')
    writeFileSync(file, '')
    const paths: Record<string, string> = { 'a file': file, 'below a file': join(file, 'data') }
    const data = paths[where] ?? '/proc/mkt-data'
    expectOneLine(await tryToServe(data), data, '--data')
  })

  test('a data directory of somebody else', async (context) => {
    const folder = tempFolder()
    const data = join(folder, 'data')
    mkdirSync(data)
    chmodSync(folder, 0o755)
    chmodSync(data, 0o555)
    // Root may write everywhere, so the server runs as somebody else then.
    const uid = process.getuid?.() === 0 ? 65_534 : undefined
    const args = ['serve', '--data', data, '--market-port', '0', '--documents-port', '0']
    const ended = await runBin('mkt-server', args, uid === undefined ? {} : { uid }).catch((error) => error)
    if (ended instanceof Error || /Cannot find module|permission denied/i.test(ended.stderr))
      context.skip('the user nobody may not run programs of this checkout')
    expectOneLine(ended, data, '--data')
  })
})

test('plain HTTP and blind trust beyond this machine are warned of, and nothing else is', async () => {
  const start = async (...more: string[]) => {
    const args = ['serve', '--data', tempFolder(), '--market-port', '0', '--documents-port', '0', ...more]
    const program = startBin('mkt-server', args)
    await program.says(/"mkt-server is up"/)
    return (await program.stop()).stderr
  }
  const [open, behindProxy, loopback] = await Promise.all([
    start('--host', '0.0.0.0', '--trust', 'own'),
    start('--host', '0.0.0.0', '--trusted-proxies', '1'),
    start(),
  ])
  expect(open).toMatch(/"level":"warn".*--trust strangers/)
  expect(open).toMatch(/"level":"warn".*without TLS.*examples\/operate/)
  for (const quiet of [behindProxy, loopback]) expect(quiet).not.toContain('"level":"warn"')
})
