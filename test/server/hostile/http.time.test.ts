import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../contract/until.ts'
import { SERVICES, type Target } from './both-services.ts'
import { answersIn, head, openSocket, type RawSocket } from './raw-socket.ts'

/** Long enough that an honest request of a busy machine is never too slow. */
const LIMITS = { header_seconds: 1, request_seconds: 1.5, keep_alive_seconds: 0.5, stalled_seconds: 2 }
const HEALTH = head('GET /health')

describe.each(SERVICES)('%s', (_name, start) => {
  let place: Target
  const held: RawSocket[] = []
  beforeAll(async () => {
    place = await start(LIMITS)
  })
  afterAll(async () => {
    // Nothing that was done here holds a socket.
    await until(async () => (await place.connections()) === 0, 'the end of all connections')
    for (const { socket } of held) socket.destroy()
    await place.stop()
  })
  const status = async () => (await fetch(`${place.url}/health`, { headers: { connection: 'close' } })).status

  test.concurrent.each([
    ['nothing at all', ''],
    ['half a line', 'GET /hea'],
    ['headers without end', 'GET /health HTTP/1.1\r\nHost: test\r\nX-A: 1\r\n'],
  ])('a connection that sends %s is answered and closed', async (_what, text) => {
    const raw = await openSocket(place.url)
    raw.write(text)
    expect(await status()).toBe(200)
    const [answer, ...more] = answersIn(await raw.closed())
    expect(more).toEqual([])
    expect(answer?.status).toBe(place.slow)
    expect(answer?.body).toMatch(place.speaks('invalid_request'))
  })

  test.concurrent('headers that come a byte at a time are cut off all the same', async () => {
    const raw = await openSocket(place.url)
    raw.write('GET /health HTTP/1.1\r\nHost: test\r\nX-Slow: ')
    const drip = setInterval(() => raw.write('a'), 20)
    try {
      expect(answersIn(await raw.closed())[0]?.status).toBe(place.slow)
    } finally {
      clearInterval(drip)
    }
  })

  test.concurrent('so is a body', async () => {
    const { line, headers } = place.upload
    const raw = await openSocket(place.url)
    raw.write(head(line, { ...headers, 'content-length': '100000' }))
    const drip = setInterval(() => raw.write('{'), 20)
    try {
      const [answer] = answersIn(await raw.closed())
      expect([400, 408]).toContain(answer?.status)
      expect(answer?.body).toMatch(place.speaks('invalid_request'))
    } finally {
      clearInterval(drip)
    }
  })

  test.concurrent('a body that is asked for with 100-continue and never comes', async () => {
    const { line, headers } = place.upload
    const raw = await openSocket(place.url)
    raw.write(head(line, { ...headers, 'content-length': '100000', expect: '100-continue' }))
    const text = await raw.closed()
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 4/)
    expect(text).toMatch(place.speaks('invalid_request'))
  })

  test.concurrent('a connection is kept between two requests, but not for ever', async () => {
    const raw = await openSocket(place.url)
    raw.write(HEALTH)
    await raw.has(/\r\n\r\n\{.*\}$/)
    raw.write(HEALTH)
    expect(answersIn(await raw.closed()).map((answer) => answer.status)).toEqual([200, 200])
  })

  test.concurrent('the second request of a connection may not be slower than the first', async () => {
    const raw = await openSocket(place.url)
    raw.write(`${HEALTH}GET /health HTTP/1.1\r\nX-A: `)
    const drip = setInterval(() => raw.write('a'), 20)
    try {
      expect(answersIn(await raw.closed()).map((answer) => answer.status)).toEqual([200, place.slow])
    } finally {
      clearInterval(drip)
    }
  })

  test.concurrent('who is refused and does not hang up is cut off', async () => {
    const raw = await openSocket(place.url)
    raw.write('this is no HTTP\r\n\r\n')
    await raw.has(place.speaks('invalid_request'))
    // The server has ended its side; this side stays open, and silent, until the server holds no socket any more.
    held.push(raw)
  })

  test.concurrent('a reader who takes nothing of a long answer is cut off; others read it meanwhile', async () => {
    const path = '/docs/swagger-ui-bundle.js'
    const readers = await Promise.all(Array.from({ length: 10 }, () => openSocket(place.url, { reading: false })))
    for (const reader of readers) {
      reader.socket.pause()
      // More than the buffers of a socket hold.
      reader.write(head(`GET ${path}`).repeat(10))
    }
    const text = await (await fetch(place.url + path, { headers: { connection: 'close' } })).text()
    expect(text.length).toBeGreaterThan(1_000_000)
    await until(async () => (await place.connections()) <= 10, 'some of the connections')
    for (const reader of readers) {
      // What lies in the buffers is read now; then comes the end.
      reader.socket.resume()
      await reader.closed()
    }
  })
})
