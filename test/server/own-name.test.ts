import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DOCUMENTS_PATH } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOwnName } from '../../server/src/http/own-name.ts'
import { type RunningServer, startServer } from '../../server/src/index.ts'
import { freePort } from '../e2e/bins.ts'

test.each(['127.0.0.1', '127.0.0.1:8080', '10.1.2.3:80', '[::1]', '[::1]:8080', 'localhost', 'LocalHost:8080'])(
  'no page can have %s lead elsewhere first',
  (host) => expect(isOwnName(host)).toBe(true),
)
test.each(['mkt.localhost:8080', 'localhost.'])('browsers look %s up nowhere', (host) =>
  expect(isOwnName(host)).toBe(true),
)
test.each([
  'evil.example:8080',
  'localhost.evil.example',
  'notlocalhost',
  '127.0.0.1.evil.example',
  '127.0.0.1@evil.example',
  '[evil.example]',
  '[127.0.0.1]',
  '::1',
  '',
  '.localhost',
])('%j is a name of somebody else', (host) => expect(isOwnName(host)).toBe(false))

const folder = mkdtempSync(join(tmpdir(), 'mkt-own-name-'))
let server: RunningServer
beforeAll(async () => {
  const ports = { marketPort: 0, documentsPort: 0, documentsThreads: 1 }
  server = await startServer({ data: folder, ...ports, logLevel: 'silent' })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** As a page sends it whose name leads to this machine by now: of its own origin, as browsers see it. */
function fromRebound(at: string, path: string, host: string, body?: object, proxy: Record<string, string> = {}) {
  const headers = { host, origin: `http://${host}`, 'content-type': 'application/json', ...proxy }
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(new URL(path, at), { method: body ? 'POST' : 'GET', headers }, (answer) => {
      let text = ''
      answer.on('data', (piece) => (text += piece))
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.once('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

// Before: it signed up, had 100 credits to spend, and as a host read what this machine's people asked its models.
test('a page that has its own name lead here is served by neither service, nor through the door', async () => {
  const at = server.marketUrl ?? ''
  const host = `evil.example:${new URL(at).port}`
  const person = { username: 'eve', email: 'eve@evil.example', password: 'correct horse' }
  const machine = { gpu: 'G', models: ['m'], price_per_token: 0, backend: 'huggingface' }
  for (const [path, body] of [['/users', person], ['/hosts/register', machine], ['/models'], ['/app/']] as const) {
    const { status, text } = await fromRebound(at, path, host, body)
    expect([path, status]).toEqual([path, 400])
    expect(text).toContain('ask for localhost or 127.0.0.1')
  }
  expect((await fromRebound(at, `${DOCUMENTS_PATH}/documents`, host)).status).toBe(400)
  const documents = await fromRebound(server.documentsUrl ?? '', '/docs', host)
  expect(documents).toEqual({ status: 400, text: expect.stringContaining('header.host') })
  expect((await fromRebound(at, '/users', new URL(at).host, person)).status).toBe(201)
  expect((await fromRebound(at, '/models', `localhost:${new URL(at).port}`)).status).toBe(200)
})

// Before: 201 with 100 credits: unless told else, proxies pass on as Host the address by which they know the server.
test.each([
  ['x-forwarded-for', '203.0.113.7'],
  ['X-Forwarded-Host', 'market.example.com'],
  ['Forwarded', 'for=203.0.113.7'],
  ['Via', '1.1 proxy'],
])('where only this machine is served, %s of a proxy is refused and says what to set', async (name, value) => {
  const at = server.marketUrl ?? ''
  const person = { username: `mallory-${name.length}`, email: `m${name}@b.example`, password: 'correct horse' }
  const { status, text } = await fromRebound(at, '/users', new URL(at).host, person, { [name]: value })
  expect(status).toBe(400)
  expect(text).toContain(`header.${name.toLowerCase()}`)
  expect(text).toContain('--market-url')
})

test('a server that others know by a name answers to whatever name a proxy passes on', async () => {
  const data = mkdtempSync(join(tmpdir(), 'mkt-named-'))
  const port = await freePort()
  const named = { marketUrl: 'https://market.example.com', services: ['market'] as const, marketPort: port }
  const other = await startServer({ data, ...named, logLevel: 'silent' })
  try {
    const at = `http://127.0.0.1:${port}`
    const proxy = { 'x-forwarded-for': '203.0.113.7', via: '1.1 proxy' }
    expect((await fromRebound(at, '/models', 'market.example.com', undefined, proxy)).status).toBe(200)
  } finally {
    await other.stop()
    rmSync(data, { recursive: true, force: true })
  }
})
