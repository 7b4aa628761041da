import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '../../../server/src/base/log.ts'
import { bodyParser } from '../../../server/src/http/body.ts'
import { marketErrorForm } from '../../../server/src/http/error-form.ts'
import { errors } from '../../../server/src/http/errors.ts'
import { GatheredBytes } from '../../../server/src/http/gathered-bytes.ts'
import { UnfinishedBodies } from '../../../server/src/http/unfinished-bodies.ts'
import { discardUnread } from '../../../server/src/http/unread-body.ts'
import { ask } from '../contract/ask.ts'
import { until } from '../contract/until.ts'
import { head, openSocket } from '../hostile/raw-socket.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace } from '../marketplace.ts'

const MB = 1_048_576
let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace()
})
afterAll(() => place.stop())

test('what comes in pieces is copied together, and shown in its order', () => {
  const whole = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251))
  for (const size of [1, 7, 4096, 65_536, 300_000]) {
    const shown: Buffer[] = []
    const bytes = new GatheredBytes((slab) => shown.push(slab), size === 7 ? whole.length : undefined)
    for (let at = 0; at < whole.length; at += size) bytes.push(whole.subarray(at, at + size))
    expect(bytes.end().equals(whole), String(size)).toBe(true)
    expect(Buffer.concat(shown).equals(whole), String(size)).toBe(true)
    // A megabyte of one-byte pieces was a million objects of a hundred bytes each.
    expect(shown.length).toBeLessThan(20)
    expect(bytes.length).toBe(whole.length)
  }
})

test('nothing is set aside for what is only said, and more than was said is taken too', () => {
  const bytes = new GatheredBytes(() => undefined, 2)
  expect(bytes.end()).toHaveLength(0)
  for (const one of ['a', 'b', 'c']) bytes.push(Buffer.from(one))
  expect(bytes.end().toString()).toBe('abc')
})

test('what comes in one piece is not copied, counts what it holds, and more than was said is taken behind it', () => {
  const shown: Buffer[] = []
  const bytes = new GatheredBytes((slab) => shown.push(slab), 3)
  const all = Buffer.from('abc')
  bytes.push(all)
  expect(bytes.allocated).toBe(3)
  expect(bytes.end()).toBe(all)
  bytes.push(Buffer.from('de'))
  expect(bytes.end().toString()).toBe('abcde')
  expect(Buffer.concat(shown).toString()).toBe('abcde')
  expect([bytes.length, bytes.pieces]).toEqual([5, 2])
})

const chunk = '1\r\nx\r\n'

test('a body in chunks of a byte each is refused before it has cost much, and its connection ends', async () => {
  const raw = await openSocket(place.url)
  raw.write(head('POST /users', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }))
  raw.write(chunk.repeat(70_000))
  const text = await raw.closed()
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
  expect(text).toContain('more than 65536 pieces')
  expect((await ask(place.url, 'GET /health', {})).status).toBe(200)
})

test('one of some thousand is taken', async () => {
  const body = JSON.stringify({
    username: `of-crumbs${' '.repeat(5000)}`.trim(),
    email: 'a@example.com',
    password: 'long enough',
  })
  const raw = await openSocket(place.url)
  raw.write(
    head('POST /users', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked', Connection: 'close' }),
  )
  raw.write(`${[...body].map((one) => `1\r\n${one}\r\n`).join('')}0\r\n\r\n`)
  expect(await raw.closed()).toMatch(/^HTTP\/1\.1 201 /)
})

test('what a slab takes is counted, however little is in it', () => {
  const bytes = new GatheredBytes(() => undefined)
  bytes.push(Buffer.from('a'))
  expect(bytes.allocated).toBe(4096)
  bytes.push(Buffer.alloc(4096))
  expect(bytes.allocated).toBe(8192)
})

test('who is refused while still sending reads the answer, not a reset', async () => {
  const raw = await openSocket(place.url)
  const errors: string[] = []
  raw.socket.on('error', (error: NodeJS.ErrnoException) => errors.push(error.code ?? ''))
  raw.write(head('POST /users', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }))
  raw.write(chunk.repeat(1_000_000))
  await raw.has('more than 65536 pieces')
  await until(() => raw.isClosed(), 'the end of what the server says')
  expect(errors).toEqual([])
  expect(raw.text()).toMatch(/^connection: close\r$/im)
  raw.socket.destroy()
})

test('a body that is given up is answered with 429, and its connection ends', async () => {
  const unfinished = new UnfinishedBodies({ ofAddress: MB, inAll: 8192 })
  const entered = vi.spyOn(unfinished, 'enter')
  const app = new Koa().use(errors(createLog('silent'), marketErrorForm))
  app.use(discardUnread(new ManualClock())).use(bodyParser({ limitBytes: MB, unfinished }))
  app.use((ctx) => {
    ctx.body = 'taken'
  })
  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const begin = async () => {
    const raw = await openSocket(url)
    raw.write(head('POST /', { 'Content-Type': 'application/json', 'Content-Length': '9000' }))
    raw.write('[')
    return raw
  }
  const first = await begin()
  await until(() => entered.mock.calls.length === 1)
  const others = [await begin(), await begin()]
  const text = await first.closed()
  expect(text).toMatch(/^HTTP\/1\.1 429 /)
  expect(text).toMatch(/^connection: close\r$/im)
  expect(text).toMatch(/^retry-after: 1\r$/im)
  expect(text).toContain('rate_limited')
  for (const { socket } of others) socket.destroy()
  server.closeAllConnections()
  server.close()
})

function stage() {
  const bodies = new UnfinishedBodies()
  const cut: string[] = []
  const enter = (name: string, address: string, shared = false) =>
    bodies.enter({ address, shared, cut: () => void cut.push(name) })
  return { cut, enter }
}

test('of an address with too much under way the one that has come for longest is given up', () => {
  const { cut, enter } = stage()
  const other = enter('other', 'b')
  other.grow(MB)
  for (let at = 0; at < 64; at++) enter(`a${at}`, 'a').grow(MB)
  expect(cut).toEqual([])
  const last = enter('last', 'a')
  last.grow(MB)
  expect(cut).toEqual(['a0'])
  last.grow(MB)
  expect(cut).toEqual(['a0', 'a1'])
  other.grow(MB)
  expect(cut).toHaveLength(2)
})

test('what came whole counts no more, and one that was given up neither', () => {
  const { cut, enter } = stage()
  for (let at = 0; at < 1000; at++) {
    const body = enter(`a${at}`, 'a')
    body.grow(MB)
    body.over()
    body.over()
    body.grow(64 * MB)
  }
  expect(cut).toEqual([])
})

test('of all together the same, also of those behind one proxy', () => {
  const { cut, enter } = stage()
  for (let at = 0; at < 257; at++) enter(`p${at}`, '::1', true).grow(MB)
  expect(cut).toEqual(['p0'])
})
