import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { market } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, start, tempFolder, untilGone } from './bins.ts'

afterAll(cleanUp)

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
  const token = readFileSync(join(data, 'demo-token'), 'utf8').trim()
  const client = createClient({ baseUrl: url, authorization: () => `Bearer ${token}` })
  // Whoever tries it out may pause the host and approve withdrawals, too.
  expect((await client.call(market.listOwnHosts, {})).hosts).toHaveLength(1)
  expect((await client.call(market.adminWithdrawals, { query: {} })).total).toBe(0)
  const page = await fetch(/(http\S+\/docs)/.exec(said)?.[1] ?? '')
  expect(page.status).toBe(200)

  process.kill(-npm.pid, 'SIGINT')
  await npm.ended
  await untilGone(url, data)
})
