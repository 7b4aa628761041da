import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { describe, expect, vi } from 'vitest'
import { until } from '../server/contract/until.ts'
import { batchFiles, prompts } from './batch-files.ts'
import { type Cli, test } from './cli-test.ts'
import { type FakeMarket, refusal } from './fake-market.ts'
import { serveJobs } from './fake-queue.ts'
import { AT, createdToken, me } from './samples.ts'

// Each test starts some processes, several tests at once.
vi.setConfig({ testTimeout: 120_000 })

const BREAK = (_seen: unknown, response: { socket: { destroy(): void } | null }) => void response.socket?.destroy()
const CREATED = { withdrawal_id: 'wdr_1', amount: 1.5, status: 'pending', created_at: AT }
const GRANTED = { transaction_id: 'ltx_1', user_id: 'usr_1', amount: 50, credits: 149.000000001 }
const DAY_MS = 86_400_000

/** Each command that moves money, its endpoint and its answer. */
const PAYERS = [
  [
    'withdraw',
    ['withdraw', '--host', 'host_1', '--amount', '1.5', '--to', 'my account'],
    endpoints.createWithdrawal,
    { status: 201, body: CREATED },
  ],
  [
    'admin grant',
    ['admin', 'grant', 'usr_1', '--amount', '50', '--reason', 'invoice 117'],
    endpoints.grantCredits,
    { status: 201, body: GRANTED },
  ],
] as const

const keys = (market: FakeMarket, endpoint: (typeof PAYERS)[number][2]) =>
  market.to(endpoint).map(({ headers }) => headers['idempotency-key'])
const kept = (cli: Cli) => readdir(join(cli.directory, 'unanswered')).catch(() => [])

describe.concurrent.each(PAYERS)('%s', (_name, args, endpoint, success) => {
  test('given again after no answer came, it is the same one; after an answer it is another', async ({
    market,
    cli,
  }) => {
    market.script(endpoints.me, { status: 200, body: me })
    market.script(endpoint, BREAK, BREAK, BREAK, success, success)
    const lost = await cli.run([...args])
    expect(lost.code).toBe(6)
    expect(lost.stderr).toContain('The same command again, within a day, makes it once')
    // Another token of the same account is the same account.
    const again = await cli.run([...args], { env: { MKT_TOKEN: 'mkt_u_renewed' } })
    expect(again.code).toBe(0)
    expect(again.stderr).toContain('this repeats it, and makes no second one')
    expect(await kept(cli)).toEqual([])
    expect((await cli.run([...args])).code).toBe(0)
    const [first, ...rest] = keys(market, endpoint)
    expect(rest.slice(0, 3)).toEqual([first, first, first])
    expect(rest[3]).not.toBe(first)
  })

  test('another account, and --again, have keys of their own; a refusal leaves nothing behind', async ({
    market,
    cli,
  }) => {
    market.script(endpoints.me, ({ headers }, response) => {
      const user_id = headers.authorization?.endsWith('another') ? 'usr_2' : 'usr_1'
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...me, user_id }))
    })
    market.script(endpoint, BREAK, BREAK, BREAK, success, success, refusal(402, 'insufficient_credits', 'Too much.'))
    await cli.run([...args])
    expect((await cli.run([...args], { env: { MKT_TOKEN: 'mkt_u_another' } })).code).toBe(0)
    expect((await cli.run([...args, '--again'])).stderr).not.toContain('this repeats it')
    expect((await cli.run([...args])).code).toBe(5)
    expect(await kept(cli)).toEqual([])
    expect(new Set(keys(market, endpoint)).size).toBe(4)
  })

  test('after more than a day the server has forgotten the key: it is not sent again unasked', async ({
    market,
    cli,
  }) => {
    market.script(endpoints.me, { status: 200, body: me })
    market.script(endpoint, BREAK, BREAK, BREAK, success)
    await cli.run([...args])
    const [file] = await kept(cli)
    const path = join(cli.directory, 'unanswered', file as string)
    const asked = JSON.parse(await readFile(path, 'utf8')) as { key: string; asked_at: number }
    await writeFile(path, JSON.stringify({ ...asked, asked_at: asked.asked_at - DAY_MS }))
    const late = await cli.run([...args])
    expect(late.code).toBe(1)
    expect(late.stderr).toContain('--again makes another one')
    expect(market.to(endpoint).length).toBe(3)
    expect((await cli.run([...args, '--again'])).code).toBe(0)
  })

  test('where nothing can be kept it is made all the same, with a warning', async ({ market, cli }) => {
    market.script(endpoints.me, { status: 200, body: me })
    market.script(endpoint, success)
    // Node's own way of making directories never ends below /proc.
    const made = await cli.run([...args], { env: { MKT_CONFIG_DIR: '/proc/nowhere/mkt' } })
    expect(made.code).toBe(0)
    expect(made.stderr).toContain('Warning: this request cannot be kept on disk')
  })
})

describe.concurrent('what else must not happen twice, or to another', () => {
  test('a login that cannot be kept ends, and says so', async ({ market, cli }) => {
    market.script(endpoints.createToken, { status: 201, body: createdToken })
    const env = { MKT_CONFIG_DIR: '/proc/nowhere/mkt', MKT_PASSWORD: 'correct horse' }
    const ended = await cli.runLoggedOut(['login', '--username', 'ada'], { env })
    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain('/proc/nowhere')
  })

  test('password under the MKT_TOKEN of another account leaves the login of this machine alone', async ({
    market,
    cli,
  }) => {
    market.script(endpoints.createToken, { status: 201, body: createdToken })
    await cli.runLoggedOut(['login', '--username', 'ada'], { env: { MKT_PASSWORD: 'correct horse' } })
    const [file] = await readdir(join(cli.directory, 'tokens'))
    const path = join(cli.directory, 'tokens', file as string)
    const before = await readFile(path, 'utf8')
    market.script(endpoints.me, { status: 200, body: { ...me, username: 'bob' } })
    market.script(endpoints.changePassword, { status: 204, body: null })
    const changed = await cli.run(['password'], { stdin: 'old password\nnew password\n' })
    expect(changed.code).toBe(0)
    expect(await readFile(path, 'utf8')).toBe(before)
    expect(market.to(endpoints.createToken).length).toBe(1)
  })

  test('password leaves a login alone that another account made meanwhile', async ({ market, cli }) => {
    market.script(endpoints.createToken, { status: 201, body: createdToken })
    await cli.runLoggedOut(['login', '--username', 'ada'], { env: { MKT_PASSWORD: 'correct horse' } })
    const [file] = await readdir(join(cli.directory, 'tokens'))
    const path = join(cli.directory, 'tokens', file as string)
    const other = JSON.stringify({ server: market.url, username: 'bob', token: 'mkt_u_bob', token_id: null })
    market.script(endpoints.me, { status: 200, body: me })
    market.script(endpoints.changePassword, async (_seen, response) => {
      await writeFile(path, other)
      response.writeHead(204).end()
    })
    const changed = await cli.runLoggedOut(['password'], { stdin: 'old password\nnew password\n' })
    expect(changed.code).toBe(0)
    expect(await readFile(path, 'utf8')).toBe(other)
    expect(market.to(endpoints.createToken).length).toBe(1)
  })

  test('a batch does not submit what was never answered more than a day ago, unless it is told to', async ({
    market,
    cli,
  }) => {
    const files = batchFiles(cli)
    await files.write(prompts(3))
    const jobs = serveJobs(market, { at: ({ what, input }) => what === 'submitted' && input === 'prompt 2' })
    const running = cli.start([...files.args, '--concurrency', '1'])
    await until(() => jobs.length === 2, 'the second submission', 20_000)
    running.process.kill('SIGKILL')
    await running.ended
    const journal = await readFile(files.journal, 'utf8')
    const aged = journal.replace(/"asked_at":(\d+)/g, (_all, ms) => `"asked_at":${Number(ms) - DAY_MS}`)
    await writeFile(files.journal, aged)
    const refused = await cli.run(files.args)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('1 submission of more than a day ago never came: line 2')
    expect(refused.stderr).toContain('--again')
    expect(market.to(endpoints.runModel).length).toBe(2)
  })
})
