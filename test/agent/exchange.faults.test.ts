import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { Headers } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFetch } from '../../agent/src/exchange.ts'

const fetch = createFetch({})
const ROUTES: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/moved': (_request, response) => response.writeHead(307, { location: '/echo' }).end(),
  '/echo': async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    response.setHeader('content-type', 'text/plain').end(`${request.method} ${Buffer.concat(parts)}`)
  },
  '/coded': (_request, response) => {
    const coded = gzipSync('data: a word \u{1f98a}\n\n')
    response.writeHead(200, { 'content-encoding': 'gzip' }).write(coded.subarray(0, 20))
    setImmediate(() => response.end(coded.subarray(20)))
  },
  '/silent': () => undefined,
  '/hanging': (_request, response) => response.writeHead(200).write('some'),
  '/broken': (_request, response) => {
    response.writeHead(200).write('some')
    setImmediate(() => response.destroy())
  },
  '/large': (_request, response) => {
    response.writeHead(200)
    const part = Buffer.alloc(64 * 1024, 'x')
    const write = () => {
      while (written < LARGE) {
        written += part.length
        if (!response.write(part)) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  },
  '/nothing': (_request, response) => response.writeHead(204).end(),
  '/strange': (_request, response) => response.writeHead(200, { 'content-encoding': 'constructor' }).end('as it came'),
  '/stranger': (_request, response) => response.writeHead(200, { 'content-encoding': 'odd, gzip' }).end('as it came'),
  '/circle': (_request, response) => response.writeHead(302, { location: `/circle?${written++}` }).end(),
  '/said': (request, response) => response.end(JSON.stringify(request.headers)),
}
const LARGE = 64 * 1024 * 1024
let written = 0
let connections = 0
const server = createServer((request, response) => ROUTES[request.url?.split('?')[0] as string]?.(request, response))
let url = ''

beforeAll(async () => {
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('goes where it is sent, with the body, unless that was ruled out', async () => {
  const asked = { method: 'POST', body: 'asked' }
  const answer = await fetch(`${url}/moved`, asked)
  expect([answer.status, await answer.text()]).toEqual([200, 'POST asked'])
  expect([...answer.headers]).toContainEqual(['content-type', 'text/plain'])
  await expect(fetch(`${url}/moved`, { ...asked, redirect: 'error' })).rejects.toThrow(TypeError)
})

test('decodes a body that was coded without being asked for', async () => {
  expect(await (await fetch(`${url}/coded`)).text()).toBe('data: a word \u{1f98a}\n\n')
})

test('says who it is and what it takes, or what the caller says', async () => {
  const said = async (headers: Record<string, string> | Headers) =>
    JSON.parse(await (await fetch(`${url}/said`, { headers })).text())
  expect(await said({})).toMatchObject({ accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'undici' })
  // Libraries write names as they like, and a field that is sent twice says both.
  const own = { Accept: 'text/event-stream', 'User-Agent': 'a library' }
  for (const headers of [own, new Headers(own)]) {
    expect(await said(headers)).toMatchObject({ accept: 'text/event-stream', 'user-agent': 'a library' })
  }
})

test('a key keeps working that brought the end of its line along', async () => {
  const answer = await fetch(`${url}/said`, { headers: { authorization: 'Bearer secret\n' } })
  expect(JSON.parse(await answer.text())).toMatchObject({ authorization: 'Bearer secret' })
})

test('an answer without a body has none, and one in a coding that nobody knows is as it came', async () => {
  expect((await fetch(`${url}/nothing`)).body).toBeNull()
  for (const path of ['/strange', '/stranger']) expect(await (await fetch(url + path)).text()).toBe('as it came')
})

test('who is sent in a circle is told so', async () => {
  await expect(fetch(`${url}/circle`)).rejects.toThrow(TypeError)
})

test('an abort ends the wait for an answer, and the reading of one, with its reason', async () => {
  const reason = new Error('over')
  for (const path of ['/silent', '/hanging']) {
    const abort = new AbortController()
    setTimeout(() => abort.abort(reason), 50)
    const whole = fetch(url + path, { signal: abort.signal }).then((answer) => answer.text())
    await expect(whole).rejects.toBe(reason)
  }
  const before = connections
  await expect(fetch(`${url}/silent`, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(connections).toBe(before)
})

test('a connection that breaks in the middle is an error with its cause', async () => {
  const answer = await fetch(`${url}/broken`)
  await expect(answer.text()).rejects.toMatchObject({ name: 'TypeError', cause: expect.any(Error) })
})

test('nobody there is an error with its cause', async () => {
  await expect(fetch('http://127.0.0.1:1/')).rejects.toMatchObject({
    name: 'TypeError',
    cause: { code: 'ECONNREFUSED' },
  })
})

test('a reader that is slow holds up the sender, and misses nothing', async () => {
  const answer = await fetch(`${url}/large`)
  // What the kernel holds for both sides is a few megabytes.
  for (let before = -1; before !== written; await pause(100)) before = written
  expect(written).toBeLessThan(LARGE / 2)
  let bytes = 0
  for await (const part of answer.body ?? []) bytes += part.length
  expect(bytes).toBe(LARGE)
})

test('an address with a password in it is refused, which fetch does as well', async () => {
  await expect(fetch(url.replace('//', '//me:secret@'))).rejects.toThrow(TypeError)
})
