import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, processesOf, REPOSITORY, start, tempFolder, until, untilGone } from './bins.ts'

afterAll(cleanUp)

const SCRIPT = ['--conditions=mkt-source', 'examples/start/start.ts']
const data = tempFolder()
// Free ports; the data of the person who runs the tests stays as it is.
const env = { MKT_MARKET_PORT: '0', MKT_DOCUMENTS_PORT: '0', MKT_DATA: data }

test('npm start shows the tokens of llama.cpp, the money, commands that work, and ends with Ctrl-C', async () => {
  const npm = start('npm', ['start'], { env, group: true })
  await npm.says(/Ctrl-C stops everything/)
  const said = npm.stdout()
  const words = said.replaceAll(/\s+/g, ' ')
  expect(words).toContain('These words come out of llama.cpp, one token after another.')
  expect(words).toContain('exactly the tokens you see. Put a real model in my place, and start selling.')
  const tokens = Number(/paid +([\d.]+) credits by demo for (\d+) tokens/.exec(said)?.[2])
  expect(tokens).toBeGreaterThan(50)
  const paid = BigInt(tokens) * 1_000_000n
  expect(said).toMatch(new RegExp(`paid +${Number(paid) / 1e9} credits`))
  expect(said).toMatch(new RegExp(`earned +${Number((paid * 88n) / 100n) / 1e9} by the host \\(88 %\\)`))
  expect(said).toMatch(/audit +the books are right/)
  for (const file of ['demo-password', 'demo-token']) expect(statSync(join(data, file)).mode & 0o777).toBe(0o600)

  const commands = said.split('\n').filter((line) => /^ {2}(export|npx|curl) /.test(line))
  expect(commands).toHaveLength(5)
  const shell = await start('sh', ['-ec', commands.join('\n')], { env: { HOME: tempFolder() } }).ended
  expect(shell.code, shell.stderr).toBe(0)
  expect(shell.stdout).toContain('These words come out of llama.cpp')
  expect(shell.stdout).toContain('The books are right.')
  expect(shell.stdout).toMatch(/\{"jobs":\[.*"total":2\}/)
  const url = /http:[^\s,]+/.exec(said)?.[0] ?? ''
  const page = await fetch(/(http\S+\/docs)/.exec(said)?.[1] ?? '')
  expect(page.status).toBe(200)

  process.kill(-npm.pid, 'SIGINT')
  await npm.ended
  await untilGone(url, data)
})

test('started again it goes on with the same data; a second one beside it says so; kill -9 leaves nothing behind', async () => {
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
})

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
