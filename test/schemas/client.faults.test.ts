import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { market } from '@mkt/schemas'
import { ApiError, createClient, UnreachableError } from '@mkt/schemas/client'
import { expect, onTestFinished, test } from 'vitest'

/** A server at a free port that answers each connection's first bytes with these. */
async function speaking(answer: string | undefined): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => (answer === undefined ? socket.destroy() : socket.end(answer)))
  })
  return await listening(server)
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const page = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\ncontent-type: text/html\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`

async function faultOf(baseUrl: string): Promise<Error> {
  return await createClient({ baseUrl, timeoutMs: 10_000 })
    .call(market.models, {})
    .then(
      () => expect.unreachable(),
      (error) => error,
    )
}

test('https where http is spoken, and http where https is, are one sentence that says what to write', async () => {
  const http = await speaking(page('200 OK', 'hello'))
  const wrong = await faultOf(`https://127.0.0.1:${http}`)
  expect(wrong).toBeInstanceOf(UnreachableError)
  expect(wrong.message).toBe(
    `cannot reach https://127.0.0.1:${http}: it speaks http, not https; try http://127.0.0.1:${http}`,
  )
  expect(wrong).toMatchObject({ addressAtFault: true })
  const https = await listening(createHttps(() => undefined))
  expect((await faultOf(`http://127.0.0.1:${https}`)).message).toMatch(
    /if it speaks https, try https:\/\/127\.0\.0\.1:\d+$/,
  )
  const refused = 'Client sent an HTTP request to an HTTPS server.\n'
  for (const body of [refused, '<center>The plain HTTP request was sent to HTTPS port</center>']) {
    const answered = await faultOf(`http://127.0.0.1:${await speaking(page('400 Bad Request', body))}`)
    expect(answered.message).toMatch(/: it speaks https, not http; try https:\/\/127\.0\.0\.1:\d+$/)
  }
})

test('a port where nobody listens, a name that nobody has and another kind of server are told apart', async () => {
  const closed = createServer()
  const port = await listening(closed)
  await new Promise((resolve) => closed.close(resolve))
  expect((await faultOf(`http://127.0.0.1:${port}`)).message).toContain('nothing listens at this address')
  expect((await faultOf(`http://127.0.0.1:${await speaking('SSH-2.0-OpenSSH_9\r\n')}`)).message).toContain(
    'what answers here is no http server',
  )
  const moved = 'HTTP/1.1 301 Moved\r\nlocation: https://elsewhere.example/\r\ncontent-length: 0\r\n\r\n'
  expect((await faultOf(`http://127.0.0.1:${await speaking(moved)}`)).message).toContain('it redirects')
})

test.each([
  [page('404 Not Found', '<h1>nginx</h1>'), 'stranger', 'internal_error', 'the server answered 404'],
  [page('404 Not Found', '{"error":"not_found"}'), 'documents', 'not_found', 'You have no such document.'],
  [page('403 Forbidden', '{"error":"forbidden","message":"No."}'), 'market', 'forbidden', 'No.'],
  // A code of a later version is none that this one knows, but its sentence is for people.
  [page('403 Forbidden', '{"error":"frozen","message":"Frozen."}'), 'market', 'internal_error', 'Frozen.'],
  [page('200 OK', '<h1>Welcome</h1>'), 'stranger', 'internal_error', 'GET /models'],
])('who answered is told from the form of the answer: %#', async (answer, answerer, code, message) => {
  const error = await faultOf(`http://127.0.0.1:${await speaking(answer)}`)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ answerer, code, message: expect.stringContaining(message) })
})

test('an answer or an event without end is an error, and not the end of memory', async () => {
  const part = Buffer.alloc(1 << 20, 'a')
  let sent = 0
  const endless = {
    cancel: async () => undefined,
    async *[Symbol.asyncIterator]() {
      for (; sent < 200; sent++) yield part
    },
  }
  const answer = { ok: true, status: 200, headers: new Headers(), body: endless, text: () => expect.unreachable() }
  const client = createClient({ baseUrl: 'http://127.0.0.1', fetch: async () => answer as never, retries: 2 })
  await expect(client.call(market.models, {})).rejects.toThrow('longer than 67108864 bytes')
  expect(sent).toBe(64)
  sent = 0
  const events = client.events(market.streamJob, { params: { job_id: `job_${'0'.repeat(26)}` } })
  await expect(events.next()).rejects.toThrow('longer than 67108864 bytes')
  expect(sent).toBe(64)
})
