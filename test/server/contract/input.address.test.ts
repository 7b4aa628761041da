import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'
import { ask, expectError } from './ask.ts'
import { request, wire } from './wire.ts'

let place: Marketplace
let user: TestUser
beforeAll(async () => {
  place = await startMarketplace()
  user = await place.user()
})
afterAll(() => place.stop())

describe('a method that a path does not have is 405 with Allow', () => {
  const byPath = new Map<string, string[]>()
  for (const { method, path } of Object.values(endpoints)) byPath.set(path, [...(byPath.get(path) ?? []), method])
  const known = [
    '/',
    '/health',
    '/users',
    '/users/me',
    '/run/model',
    '/jobs',
    '/jobs/{job_id}',
    '/jobs/{job_id}/stream',
    '/hosts/register',
    '/hosts/heartbeat',
    '/hosts/next-job',
    '/hosts/results',
    '/admin/users',
    '/openapi.json',
    '/docs',
  ]
  test.each(known)('%s', async (path) => {
    const methods = byPath.get(path) ?? []
    expect(methods.length).toBeGreaterThan(0)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if (methods.includes(method)) continue
      const answer = await ask(place.url, `${method} ${path.replace('{job_id}', 'job_1')}`, { as: user.authorization })
      expectError(answer, 405, 'method_not_allowed')
      const allowed = (answer.headers.get('allow') ?? '').split(', ')
      expect(allowed).toEqual(expect.arrayContaining(methods))
      expect(allowed).not.toContain(method)
    }
  })
})

test.each([
  '/nothing',
  '/users/me/nothing',
  '/jobs/',
  '/jobs//stream',
  '/run',
  '/admin',
  '/%',
  '/%ff%fe',
  '/..%2f..%2fetc/passwd',
  '/docs/../server',
  '/docs/package.json',
  '/docs/%2e%2e/package.json',
  '/__proto__',
  '/constructor',
  '/hosts/host_1',
  '/v0',
])('%s is 404 whatever the method', async (path) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await ask(place.url, `${method} ${path}`, { as: user.authorization })
    if (path === '/jobs/' && answer.status === 405) continue
    if (path === '/jobs/' && method === 'GET') expect(answer.status).toBe(200)
    else expectError(answer, 404, 'not_found')
  }
})

test.each([
  'limit=1&limit=abc',
  'limit[]=1&limit[a]=2',
  '__proto__[x]=1&limit=1',
  'limit=%',
  '%ff=%fe',
  `x=${'y'.repeat(8000)}`,
  '=&&&=',
  'status[$ne]=queued',
])('the query %s is answered in order', async (query) => {
  const answer = await ask(place.url, `GET /jobs?${query}`, { as: user.authorization })
  if (answer.status !== 200) expectError(answer, 400, 'invalid_request')
})

describe('on the wire', () => {
  const send = (bytes: string | Uint8Array) => wire(place.url, bytes)

  test.each([
    ['no HTTP', 'hello there\r\n\r\n'],
    ['TLS', new Uint8Array([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3, 0, 13, 10, 13, 10])],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nhost: x\r\na: \0\r\n\r\n'],
    ['an unknown method', request('BREW /')],
    ['two lengths', request('POST /users', { 'content-length': '1\r\ncontent-length: 2' }, '{}')],
    [
      'a length and chunks',
      request('POST /users', { 'content-length': '2', 'transfer-encoding': 'chunked' }, '0\r\n\r\n'),
    ],
    [
      'a broken chunk',
      request('POST /users', { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }, 'zz\r\n{}\r\n'),
    ],
    ['a negative length', request('POST /users', { 'content-length': '-1' })],
  ])('%s is 400 in our form', async (_what, bytes) => expectError(await send(bytes), 400, 'invalid_request'))

  test.each([
    ['headers', request('GET /', { 'x-long': 'a'.repeat(20_000) })],
    ['credentials', request('GET /users/me', { authorization: `Bearer ${'a'.repeat(20_000)}` })],
    ['a path', request(`GET /${'a'.repeat(20_000)}`)],
    [
      'very many headers',
      request('GET /', Object.fromEntries(Array.from({ length: 2500 }, (_, n) => [`x-${n}`, 'abc']))),
    ],
  ])('too long: %s is 431 in our form', async (_what, bytes) => expectError(await send(bytes), 431, 'invalid_request'))

  test('a chunked body over the limit is 413', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    const head = {
      'transfer-encoding': 'chunked',
      'content-type': 'application/json',
      authorization: user.authorization,
    }
    const answer = await send(request('POST /users/me/tokens', head, `${chunk.repeat(17)}0\r\n\r\n`))
    expectError(answer, 413, 'payload_too_large')
  })

  test('an expectation that we do not know is a 4xx in our form', async () => {
    const answer = await send(request('GET /health', { expect: 'miracles' }))
    expectError(answer, 400, 'invalid_request')
  })

  test('an absolute target and a foreign Host change no address that we name', async () => {
    for (const bytes of [
      request('GET http://evil.example/'),
      request('GET /', { host: 'evil.example', 'x-forwarded-host': 'evil.example' }),
    ]) {
      const answer = await send(bytes)
      expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ docs: `${place.url}/docs` })])
    }
  })

  test('a path with line breaks in it is echoed without harm', async () => {
    const answer = await send(request('GET /a%0d%0aset-cookie:%20x=1%1b[31m<script>'))
    expectError(answer, 404, 'not_found')
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  })
})
