import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../contract/until.ts'
import { SERVICES, type Target } from './both-services.ts'
import { answersIn, head, openSocket } from './raw-socket.ts'

// Each waits for its connection to end by itself, so they wait side by side.
const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: test\r\n\r\n'
const post = (headers: Record<string, string>, body = '') => head('POST /users', headers) + body

describe.each(SERVICES)('%s', (_name, start) => {
  let place: Target
  beforeAll(async () => {
    place = await start({ keep_alive_seconds: 0.2, requests_per_connection: 20, connections_per_address: 5 })
  })
  afterAll(async () => {
    expect((await fetch(`${place.url}/health`, { headers: { connection: 'close' } })).status).toBe(200)
    await until(async () => (await place.connections()) === 0, 'the end of all connections')
    await place.stop()
  })
  const exchange = async (text: string) => {
    const raw = await openSocket(place.url)
    raw.write(text)
    return await raw.closed()
  }

  // Each could be one request for a proxy in front and two for us; we see none at all, and close.
  test.concurrent.each<[string, string]>([
    ['a length and chunks', post({ 'content-length': '5', 'transfer-encoding': 'chunked' }, `0\r\n\r\n${SMUGGLED}`)],
    ['chunks and a length', post({ 'transfer-encoding': 'chunked', 'content-length': '5' }, `0\r\n\r\n${SMUGGLED}`)],
    ['two lengths', post({ 'content-length': '0', 'Content-Length': '40' }, SMUGGLED)],
    ['two lengths in one', post({ 'content-length': '0, 40' }, SMUGGLED)],
    ['a length with a sign', post({ 'content-length': '+0' }, SMUGGLED)],
    ['a length in hexadecimal', post({ 'content-length': '0x0' }, SMUGGLED)],
    ['an enormous length', post({ 'content-length': '9'.repeat(40) }, SMUGGLED)],
    ['chunks that are not the last coding', post({ 'transfer-encoding': 'chunked, identity' }, `0\r\n\r\n${SMUGGLED}`)],
    ['an unknown coding before the chunks', post({ 'transfer-encoding': 'gzip, chunked' }, `0\r\n\r\n${SMUGGLED}`)],
    ['a coding that is almost chunked', post({ 'transfer-encoding': 'xchunked' }, `0\r\n\r\n${SMUGGLED}`)],
    ['two codings', post({ 'transfer-encoding': 'chunked', 'Transfer-Encoding': 'chunked' }, `0\r\n\r\n${SMUGGLED}`)],
    ['a coding behind a vertical tab', post({ 'transfer-encoding': '\vchunked' }, `0\r\n\r\n${SMUGGLED}`)],
    ['a space before the colon', post({ 'transfer-encoding ': 'chunked' }, `0\r\n\r\n${SMUGGLED}`)],
    ['a line that is folded', post({ 'x-a': 'b\r\n content-length: 40' }, SMUGGLED)],
    ['a lone line feed', `POST /users HTTP/1.1\nHost: test\nContent-Length: 0\n\n${SMUGGLED}`],
    ['a lone carriage return', `GET /health HTTP/1.1\r\nHost: test\rX-A: b\r\n\r\n${SMUGGLED}`],
    ['a header without a name', `GET /health HTTP/1.1\r\nHost: test\r\n: b\r\n\r\n${SMUGGLED}`],
    ['a NUL in a name', `GET /health HTTP/1.1\r\nHost: test\r\nx\0: b\r\n\r\n${SMUGGLED}`],
    ['a chunk of a negative size', post({ 'transfer-encoding': 'chunked' }, `-1\r\n\r\n${SMUGGLED}`)],
    ['a chunk of an enormous size', post({ 'transfer-encoding': 'chunked' }, `${'f'.repeat(17)}\r\n\r\n${SMUGGLED}`)],
    ['endless chunk extensions', post({ 'transfer-encoding': 'chunked' }, `1;${'a'.repeat(20_000)}\r\n`)],
    ['no Host', `GET /health HTTP/1.1\r\n\r\n${SMUGGLED}`],
    ['two Hosts', `GET /health HTTP/1.1\r\nHost: test\r\nHost: evil\r\n\r\n${SMUGGLED}`],
    ['an address that is none', `GET http://[::1 HTTP/1.1\r\nHost: test\r\n\r\n`],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a version that does not exist', 'GET /health HTTP/9.9\r\nHost: test\r\n\r\n'],
  ])('%s: one answer, 400, and the connection is closed', async (_what, text) => {
    const answers = answersIn(await exchange(text))
    // What follows on the connection is never read as a request.
    expect(answers.map(({ status }) => status)).toEqual([400])
    expect(answers[0]?.body).toMatch(place.speaks('invalid_request'))
  })

  test.concurrent('a chunk that is longer than it says ends the connection too, behind the answer to its request', async () => {
    const text = post({ 'transfer-encoding': 'chunked' }, `1\r\n{}\r\n0\r\n\r\n${SMUGGLED}`)
    const answers = answersIn(await exchange(text))
    expect(answers.at(-1)?.status).toBe(400)
    expect(answers.filter(({ body }) => body.includes('smuggled'))).toEqual([])
  })

  test.concurrent.each<[string, string]>([
    ['by their size', head('GET /health', { 'x-long': 'a'.repeat(20_000) })],
    [
      'by their number',
      head('GET /health', Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`x${n}`, 'a']))),
    ],
    ['by the path', head(`GET /${'a/'.repeat(10_000)}`)],
    ['by the query', head(`GET /health?${'a=b&'.repeat(5000)}`)],
    ['as trailers', post({ 'transfer-encoding': 'chunked' }, `0\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`)],
  ])('headers that are too large %s', async (_what, text) => {
    const [answer] = answersIn(await exchange(text))
    expect([place.large, 400, 404, 415]).toContain(answer?.status)
    if (_what !== 'as trailers') expect(answer?.status).toBe(place.large)
    expect(answer?.body).toMatch(/^\{"error":/)
  })

  test.concurrent('CONNECT is refused in our form', async () => {
    const [answer] = answersIn(await exchange('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n'))
    expect(answer?.status).toBe(405)
    expect(answer?.body).toMatch(place.speaks('method_not_allowed'))
  })

  test.concurrent.each<[string, string, number[]]>([
    ['TRACE', head('TRACE /health'), [405]],
    [
      'an override by a header',
      head('POST /health', { 'x-http-method-override': 'GET', 'content-length': '0' }),
      [405],
    ],
    ['an override by a query', head('POST /health?_method=GET', { 'content-length': '0' }), [405]],
    ['OPTIONS of everything', head('OPTIONS *'), [404, 405]],
    ['an upgrade', head('GET /health', { connection: 'Upgrade', upgrade: 'websocket' }), [200]],
    [
      'a body that is none of a GET',
      `${head('GET /health', { 'content-length': '40' })}${'GET /smuggled HTTP/1.1\r\nHost: test\r\n\r\n'}`,
      [200],
    ],
    ['two slashes', head('GET //health'), [404]],
    ['a slash in another shape', head('GET /%2fhealth'), [404]],
    ['dots', head('GET /docs/../health'), [404]],
    ['dots in another shape', head('GET /docs/%2e%2e/health'), [404]],
    ['a backslash', head('GET /docs\\..\\health'), [404]],
    ['a NUL', head('GET /health%00'), [404]],
    ['a file', head('GET /docs/%2e%2e%2f%2e%2e%2fpackage.json'), [404]],
    ['a semicolon', head('GET /health;jsessionid=1'), [404]],
    ['thousands of parameters', head(`GET /health?${'a&'.repeat(3000)}`), [200]],
  ])('%s', async (_what, text, statuses) => {
    const answers = answersIn(await exchange(text))
    expect(answers.length).toBe(1)
    expect(statuses).toContain(answers[0]?.status)
    if (answers[0]?.status !== 200) expect(answers[0]?.body).toMatch(/^\{"error":"(not_found|method_not_allowed)"/)
  })

  test.concurrent('HEAD has the headers of a GET and no body', async () => {
    const text = await exchange(head('HEAD /health', { connection: 'close' }))
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*content-length: \d+[\s\S]*\r\n\r\n$/i)
  })

  test.concurrent('what a caller sends never becomes a header', async () => {
    const text = await exchange(
      head('GET /%0d%0aset-cookie:%20a=b?%0d%0aset-cookie:%20a=b', { connection: 'close', 'x-request-id': 'mine' }),
    )
    const [answer] = answersIn(text)
    expect(answer?.status).toBe(404)
    expect(answer?.head).not.toMatch(/set-cookie|x-request-id: mine/i)
  })

  test('an error in the middle of an answer adds nothing to that answer', async () => {
    const raw = await openSocket(place.url)
    const path = '/docs/swagger-ui-bundle.js'
    raw.socket.pause()
    raw.write(head(`GET ${path}`))
    // The answer has begun: its head and more than the buffers hold are on the way.
    await new Promise((resolve) => raw.socket.once('readable', resolve))
    raw.write('GARBAGE\r\n\r\n')
    raw.socket.resume()
    const text = await raw.closed()
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
    expect(text.match(/HTTP\/1\.1 400|invalid_/g)).toBeNull()
  })

  test('what is sent behind the last request of a connection is not done, and cuts nothing off its answer', async () => {
    const path = '/docs/swagger-ui-bundle.js'
    const length = (await (await fetch(place.url + path, { headers: { connection: 'close' } })).arrayBuffer())
      .byteLength
    const raw = await openSocket(place.url)
    raw.socket.pause()
    raw.write(`GET ${path} HTTP/1.0\r\n\r\n`)
    await new Promise((resolve) => raw.socket.once('readable', resolve))
    raw.write(SMUGGLED)
    raw.socket.resume()
    const text = await raw.closed()
    expect(text.slice(text.indexOf('\r\n\r\n') + 4).length).toBe(length)
    expect(text).not.toContain('smuggled')
  })

  test.concurrent('requests that are pipelined are answered in order', async () => {
    const text = await exchange([head('GET /health'), head('GET /nothing'), head('GET /health')].join(''))
    expect(answersIn(text).map(({ status }) => status)).toEqual([200, 404, 200])
  })

  test('a connection has a few requests in progress, not any number', async () => {
    const answers = answersIn(await exchange(head('GET /health').repeat(500)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200))
    expect(statuses.at(-1)).toBe(429)
    expect(answers.at(-1)?.body).toMatch(place.speaks('rate_limited'))
    expect(answers.at(-1)?.head).toMatch(/retry-after: 1/i)
  })

  test('an address has so many connections; one more is told so, and one less lets it in', async () => {
    // Ten times the limit on loopback.
    await until(async () => (await place.connections()) === 0, 'the end of the connections before')
    const open = await Promise.all(Array.from({ length: 50 }, () => openSocket(place.url)))
    await until(async () => (await place.connections()) === 50, 'fifty connections')
    const [answer] = answersIn(await exchange(head('GET /health')))
    expect(answer?.status).toBe(429)
    expect(answer?.body).toMatch(place.speaks('rate_limited'))
    expect(answer?.head).toMatch(/retry-after: 10/i)
    // Another address is not concerned, and neither is a connection that is there already.
    const other = await openSocket(place.url, { localAddress: '127.0.0.2' })
    const first = open[0]
    for (const raw of [other, first]) raw?.write(head('GET /health', { connection: 'close' }))
    expect([(await other.closed()).slice(9, 12), (await first?.closed())?.slice(9, 12)]).toEqual(['200', '200'])
    await until(async () => (await place.connections()) < 50, 'one connection less')
    expect(answersIn(await exchange(head('GET /health', { connection: 'close' })))[0]?.status).toBe(200)
    for (const { socket } of open) socket.destroy()
  })
})
