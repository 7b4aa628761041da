import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { CHANNEL_CLOSE, HOST_CHANNEL } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HostChannel } from '../../server/src/market/channel/host-channel.ts'
import { bareChannel, isAnswer, isPong } from './host-line.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
})
afterAll(() => place.stop())

const newHost = () => place.host()
const POLLS = Array.from({ length: 300 }, (_, at) => at + 1)
const open = (host: TestHost) => bareChannel(place.url, host.api_key)

describe('hostile frames end a channel with a reason', () => {
  const POLICY = CHANNEL_CLOSE.policy
  const sent: [string, string | Buffer, number][] = [
    ['no JSON', '{', POLICY],
    ['a list', '[]', POLICY],
    ['null', 'null', POLICY],
    ['an unknown type', '{"type":"rule"}', POLICY],
    ['an id that is no number', '{"type":"call","id":"1","call":"results","body":{}}', POLICY],
    ['an id below one', '{"type":"drop","id":0}', POLICY],
    ['a call that there is not', '{"type":"call","id":1,"call":"admin","body":{}}', POLICY],
    ['more levels than are parsed', `{"type":"ping","x":${'['.repeat(2000)}${']'.repeat(2000)}}`, POLICY],
    ['prototypes', '{"__proto__":{"type":"ping"}}', POLICY],
    ['bytes', Buffer.from('{"type":"ping"}'), 1003],
    ['a megabyte and more', `{"type":"ping","x":"${'x'.repeat(1_100_000)}"}`, CHANNEL_CLOSE.large],
  ]
  test.each(sent)('%s', async (_what, text, code) => {
    const channel = await open(await newHost())
    channel.socket.send(text)
    const end = await channel.closed
    expect(end.code).toBe(code)
    if (code === POLICY) expect(end.reason).toMatch(/frame/)
  })

  test('a frame in crumbs', async () => {
    const channel = await open(await newHost())
    for (let at = 0; at < 2000; at++) channel.socket.send('x', { fin: false })
    expect((await channel.closed).code).toBe(1008)
  })

  test('one number for two calls that wait', async () => {
    const host = await newHost()
    const channel = await open(host)
    for (const _ of [1, 2])
      channel.send({ type: 'call', id: 5, call: 'next-job', body: { host_id: host.host_id, wait_seconds: 30 } })
    expect(await channel.closed).toEqual({ code: POLICY, reason: 'the call 5 is under way already' })
  })
})

test('more waiting calls than any host has slots, while the key is looked up', async () => {
  const { host_id } = await newHost()
  const { promise: proved, resolve: prove } = Promise.withResolvers<void>()
  const { promise: closed, resolve: close } = Promise.withResolvers<number>()
  const heard: ((text: string) => void)[] = []
  const still = { open: true, unsent: 0, send() {}, pause() {}, resume() {}, closed() {} }
  const socket = { ...still, close, heard: (listener: (text: string) => void) => void heard.push(listener) }
  const ways = { prove: () => proved, parse: (_: unknown, body: unknown) => body as never }
  const gone = new AbortController().signal
  const speak = () => ({ status: 500, body: null })
  void new HostChannel({ market: place.market, host_id, socket, ...ways, speak, gone }).run()
  const call = (id: number) => ({ type: 'call', id, call: 'next-job', body: { host_id, wait_seconds: 30 } })
  for (let id = 1; id <= 513; id++) heard[0]?.(JSON.stringify(call(id)))
  prove()
  expect(await closed).toBe(CHANNEL_CLOSE.policy)
})

test('of too many polls the first that stand in no line are told that there is nothing', async () => {
  const host = await newHost()
  const channel = await open(host)
  for (const id of POLLS)
    channel.send({ type: 'call', id, call: 'next-job', body: { host_id: host.host_id, wait_seconds: 30 } })
  const answered = () => POLLS.filter((id) => channel.frames.some(isAnswer(id)))
  await expect.poll(() => answered().length).toBe(44)
  channel.send({ type: 'ping' })
  await channel.next(isPong)
  expect(answered()).toHaveLength(44)
  expect(answered()).not.toContain(1)
  expect(answered()).not.toContain(300)
  channel.socket.close()
})

// Before: 20 such connections held everybody else up for 4.6 s, and for 8.9 s where the first frame was none.
test('of many frames that come at once one is read a turn of the event loop', async () => {
  const { socket, frames } = await open(await newHost())
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  socket.on('message', () => frames.length >= 1000 && resolve())
  let turns = 0
  const turn = () => {
    if (frames.length === 1000) return
    turns++
    setImmediate(turn)
  }
  // One read for the server, since nobody else has a turn meanwhile.
  for (let n = 0; n < 1000; n++) socket.send('{"type":"ping"}')
  turn()
  await answered
  expect(turns).toBeGreaterThan(900)
})

test('who goes on sending after a frame that is none is hung up on in seconds', { timeout: 20_000 }, async () => {
  const host = await newHost()
  const { hostname, port } = new URL(place.url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  const lines = [
    'GET /hosts/connect HTTP/1.1',
    `Host: ${hostname}:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
    `Sec-WebSocket-Protocol: ${HOST_CHANNEL}`,
    `Authorization: Bearer ${host.api_key}`,
  ]
  // That it is torn off under the writer is an error there.
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  const flood = () => void (socket.writable && socket.write(Buffer.alloc(16_384), flood))
  // A frame of an opcode that there is not, and then whatever.
  socket.write(Buffer.from([0x8f, 0x80, 0, 0, 0, 0]), flood)
  socket.resume()
  await closed
})

describe('a request for a channel', () => {
  test('is answered as any other where it cannot be granted', async () => {
    const host = await newHost()
    const key = { authorization: `Bearer ${host.api_key}` }
    expect(await asked({ authorization: 'Bearer mkt_h_none' })).toMatchObject({ status: 401 })
    expect(await asked({})).toMatchObject({ status: 401 })
    expect(await asked({ authorization: buyer.authorization })).toMatchObject({ status: 403 })
    expect(await asked(key)).toMatchObject({ status: 101 })
    expect(await asked({ ...key, 'sec-websocket-protocol': 'chat' })).toMatchObject({ status: 426 })
    expect(await asked({ ...key, 'sec-websocket-key': 'short' })).toMatchObject({ status: 426 })
    expect(await asked({ ...key, 'sec-websocket-version': '7' })).toMatchObject({ status: 426 })
    const bare = await fetch(`${place.url}/hosts/connect`, { headers: key })
    expect([bare.status, bare.headers.get('upgrade')]).toEqual([426, 'websocket'])
    expect(await bare.json()).toMatchObject({ error: 'upgrade_required' })
  })

  test('any other protocol that a client offers is passed over, here and elsewhere', async () => {
    expect((await asked({ upgrade: 'h2c' }, '/health')).status).toBe(200)
    expect((await asked({}, '/health')).status).toBe(200)
    expect((await asked({}, '/hosts/connectx')).status).toBe(404)
  })
})

/** The answer to a request that asks for a channel, but for what is said. */
function asked(headers: Record<string, string>, path = '/hosts/connect'): Promise<{ status: number; body?: string }> {
  const offers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'sec-websocket-protocol': HOST_CHANNEL,
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${place.url}${path}`, { headers: { ...offers, ...headers } })
    sent.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve({ status: 101 })
    })
    sent.on('response', (response) => {
      let body = ''
      response.on('data', (part) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}
