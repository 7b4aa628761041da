import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Endpoint, market } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveOnPool, hashPassword } from '../../server/src/accounts/passwords.ts'
import { hashSecret } from '../../server/src/accounts/secrets.ts'
import { DEFAULT_LIMITS, LOOPBACK_FACTOR } from '../../server/src/limits.ts'
import { cleanUp, REPOSITORY, runBin, tempFolder } from '../e2e/bins.ts'
import { type Server, serve, signUp } from '../e2e/market.ts'
import { analyzed } from '../server/documents-service.ts'
import { madePdf } from '../server/made-pdf.ts'
import { REGISTRATION, startWatchedEndpoint } from './watched-endpoint.ts'

const text = readFileSync(join(REPOSITORY, 'SECURITY.md'), 'utf8')
const flat = text.replace(/\s+/g, ' ')

/** The rows of the table below a heading, each a list of its cells. */
function table(heading: string): string[][] {
  const [, section = ''] = text.split(`## ${heading}\n`)
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  )
}

let server: Server
beforeAll(async () => {
  server = await serve()
})
afterAll(cleanUp)

test('the limits are those of the server', () => {
  const rows = table('Limits')
  expect(rows.map(([, , variable]) => variable)).toEqual(
    Object.keys(DEFAULT_LIMITS).map((name) => `MKT_LIMIT_${name.toUpperCase()}`),
  )
  const figures = rows.map(([, limit = '']) => Number(/^[\d,]+/.exec(limit)?.[0].replaceAll(',', '')))
  // A part of the heap, which is another on each machine.
  const { live_bytes: _, ...fixed } = { ...DEFAULT_LIMITS }
  expect(figures.filter((figure) => !Number.isNaN(figure))).toEqual(Object.values(fixed))
  expect(LOOPBACK_FACTOR).toBe(10)
})

test('the headers are those that every kind of answer carries', async () => {
  for (const path of ['/health', '/docs', '/openapi.json', '/users/me', '/nothing', '/v1/models']) {
    const { headers } = await fetch(server.url + path)
    const said = table('Headers')
    expect(said.length).toBe(6)
    expect(said.map(([name = '']) => [name, headers.get(name)])).toEqual(said)
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('set-cookie')).toBeNull()
  }
})

test('passwords are stored as said, secrets as their SHA-256 of 256 random bits', async () => {
  const [, , , cost = '', salt = '', tag = ''] = (await hashPassword('correct horse', deriveOnPool)).split('$')
  const [, memory, passes, lanes] = /^m=(\d+),t=(\d+),p=(\d+)$/.exec(cost) ?? []
  const said = `argon2id: ${Number(memory).toLocaleString('en')} KiB of memory, ${passes} passes, ${lanes} lane, a salt of `
  expect(flat).toContain(
    `${said}${Buffer.from(salt, 'base64').length} random bytes, a tag of ${Buffer.from(tag, 'base64').length} bytes`,
  )
  const { token } = await signUp(server, 'secretive')
  expect(Buffer.from(token.replace('mkt_u_', ''), 'base64url').length * 8).toBe(256)
  const kept = readdirSync(server.data, { withFileTypes: true }).filter((entry) => entry.isFile())
  const stored = kept.map(({ name }) => readFileSync(join(server.data, name), 'latin1'))
  expect(stored.some((content) => content.includes(token))).toBe(false)
  expect(stored.some((content) => content.includes(hashSecret(token)))).toBe(true)
})

test('what is open to anyone is what the contract says', () => {
  const open = Object.values<Endpoint>(market).filter(({ credential }) => credential === 'none')
  const reads = open.filter(({ method }) => method === 'GET').map(({ path }) => path)
  const row = table('Who may do what').find(([who]) => who === 'anyone')
  expect(
    /read ([^;]*);/
      .exec(row?.[2] ?? '')?.[1]
      ?.split(', ')
      .toSorted(),
  ).toEqual(reads.toSorted())
  // One proves itself by Stripe's signature, two by codes from mails, three by passkeys, one by a password inside.
  const writes = open.filter(({ method }) => method !== 'GET').map(({ name }) => name)
  expect(writes.toSorted()).toEqual([
    ...['beginPasskeyLogin', 'codeByPasskey', 'createPasskeySession', 'createSession', 'createUser', 'logInByPasskey'],
    ...['requestPasswordReset', 'resetPassword', 'stripeWebhook', 'verifyEmail'],
  ])
})

test('the data directory, its files and backups are for their owner only', async () => {
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const made = await serve({ data: join(tempFolder(), 'data') })
  expect(mode(made.data)).toBe('700')
  const backup = join(tempFolder(), 'backup.db')
  expect((await runBin('mkt-server', ['backup', '--data', made.data, '--to', backup])).code).toBe(0)
  const key = (await runBin('mkt-server', ['keys', 'create', '--data', made.data, '--user', 'ada'])).stdout.trim()
  await analyzed(made.documentsUrl, await madePdf(), { as: `Bearer ${key}` })
  const inside = readdirSync(made.data, { recursive: true, encoding: 'utf8' }).map((name) => join(made.data, name))
  expect(inside.filter((path) => path.endsWith('original.pdf'))).toHaveLength(1)
  const wanted = (path: string) => (statSync(path).isDirectory() ? '700' : '600')
  const modes = (paths: string[], of: (path: string) => string) => paths.map((path) => `${path} ${of(path)}`)
  expect(modes([...inside, backup], mode)).toEqual(modes([...inside, backup], wanted))
})

/** What calls out or starts programs; of node:http all but the server's side. */
const CALLING = [
  /from '(undici|@mkt\/schemas\/client|node:(https|http2|net|tls|dgram|dns|child_process|cluster)(\/\w+)?)'/,
  /import (?!\{ (createServer(, type Server)?|ServerResponse) \}).* from 'node:http'/,
  /(?<![.\w])fetch\(|\bnew (WebSocket|EventSource)\(/,
]

/** Asks Stripe for payments; calls systemctl for `mkt-server service`; posts the webhooks, asks the DNS for their names. */
const CALLERS = ['market/purchases/stripe.ts', 'service/machine.ts', 'webhooks/send.ts', 'webhooks/targets.ts']

/** Connects to the operator's own Redis Cluster, as ioredis does to a single one. */
const CLUSTER = 'live/redis/slot-connector.ts'

/** Takes the network away; has the socket that it was started with; starts this program once more, to read documents. */
const READERS = ['lock-down.ts', 'main.ts', 'reader-process.ts'].map((file) => `documents/process/${file}`)

test('nothing but payments, webhooks, a Redis Cluster, the command `service` and readers of documents can call out or start a program', () => {
  const folder = join(REPOSITORY, 'server/src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  expect(sources.length).toBeGreaterThan(80)
  const calling = sources.filter((file) => {
    const code = readFileSync(join(folder, file), 'utf8').replace(
      /^import (type .*|\{ isIP(v[46])? \} from 'node:net')$/gm,
      '',
    )
    return CALLING.some((pattern) => pattern.test(code))
  })
  expect(calling.toSorted()).toEqual([...CALLERS, ...READERS, CLUSTER].toSorted())
  // What serves never reaches the one that starts programs: a command of the operator's alone imports its room.
  const serving = sources.filter((file) => !/^(service|commands)\//.test(file))
  expect(serving.filter((file) => readFileSync(join(folder, file), 'utf8').includes('/service/'))).toEqual([])
})

test("nobody ever calls a host's endpoint_url, which no answer shows either", async () => {
  const endpoint = await startWatchedEndpoint()
  const registered = await fetch(`${server.url}/hosts/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...REGISTRATION, endpoint_url: endpoint.url }),
  })
  const { host_id, api_key } = (await registered.json()) as { host_id: string; api_key: string }
  const buyer = await signUp(server, 'watcher')
  const job_id = await buyer.submit({ model: 'watched' })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${api_key}` }
  const asHost = async (path: string, body: object) =>
    await (await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).text()
  const offer = await asHost('/hosts/next-job', { host_id, wait_seconds: 10 })
  expect(JSON.parse(offer)).toMatchObject({ job_id, input_text: 'Say it.' })
  // Nothing of the buyer goes to the host.
  expect(offer).not.toMatch(/watcher|usr_|price|credits/)
  await asHost('/hosts/results', { host_id, results: [{ job_id, tokens: ['It.'], finish_reason: 'stop' }] })
  expect((await buyer.end(job_id)).status).toBe('completed')
  const shown = await Promise.all([
    fetch(`${server.url}/hosts`).then((answer) => answer.text()),
    fetch(`${server.url}/hosts/me`, { headers }).then((answer) => answer.text()),
  ])
  for (const answer of shown) {
    expect(answer).toContain(host_id)
    expect(answer).not.toContain(endpoint.url)
  }
  expect(await endpoint.stop()).toBe(0)
})
