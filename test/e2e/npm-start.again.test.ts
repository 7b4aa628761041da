import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, processesOf, REPOSITORY, start, tempFolder, until, untilGone } from './bins.ts'

afterAll(cleanUp)

const SCRIPT = ['--conditions=mkt-source', 'examples/start/start.ts']
const data = tempFolder()
// Free ports; the data of the person who runs the tests stays as it is.
const env = { MKT_MARKET_PORT: '0', MKT_DOCUMENTS_PORT: '0', MKT_DATA: data }

test('it goes on with the same data; a second one beside it says so; kill -9 leaves nothing behind', async () => {
  const before = start(process.execPath, SCRIPT, { env })
  await before.says(/Ctrl-C stops everything/)
  await before.stop('SIGINT')
  const first = start(process.execPath, SCRIPT, { env })
  const [, credits] = await first.says(/demo with ([\d.]+) credits/)
  expect(Number(credits)).toBeLessThan(100)
  const second = await start(process.execPath, SCRIPT, { env }).ended
  expect(second.code).toBe(1)
  expect(second.stderr).toContain('it runs already from this folder')
  const [url] = await first.says(/http:[^\s,]+/)
  expect((await fetch(`${url}/health`)).status).toBe(200)
  await first.stop('SIGKILL')
  await untilGone(url, data)
  // Three starts, whose models are probed.
}, 180_000)

test('a program that cannot start is named, with its last words and where the rest of them is', async () => {
  const broken = tempFolder()
  mkdirSync(join(broken, 'server'))
  writeFileSync(join(broken, 'server/mkt.db'), 'not a database at all, but long enough to be read as one')
  const { code, stderr } = await start(process.execPath, SCRIPT, { env: { ...env, MKT_DATA: broken } }).ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/npm start failed: the server ended with exit code 1\n {4}mkt-server: .*database/)
  const log = / {2}All that it said: (\S+)\n/.exec(stderr)?.[1] ?? ''
  expect(readFileSync(resolve(REPOSITORY, log), 'utf8')).toContain('database')
  if (process.platform === 'linux') await until('all processes ended', () => processesOf(broken).length === 0)

  const file = join(broken, 'server/mkt.db')
  const other = await start(process.execPath, SCRIPT, { env: { ...env, MKT_DATA: file } }).ended
  expect(other.stderr).toMatch(/^\nnpm start failed: .*mkt\.db.*\n$/)
})
