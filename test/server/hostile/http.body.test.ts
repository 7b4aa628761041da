import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, expectError } from '../contract/ask.ts'
import { until } from '../contract/until.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'
import { answersIn, head, openSocket } from './raw-socket.ts'

const MB = 1_048_576
let place: Marketplace
let buyer: TestUser
beforeAll(async () => {
  place = await startMarketplace({ limits: { keep_alive_seconds: 0.2 } })
  buyer = await place.user()
  await place.host()
})
afterAll(async () => {
  await until(async () => (await place.connections()) === 0, 'the end of all connections')
  await place.stop()
})

const run = (raw: string) => ask(place.url, 'POST /run/model', { as: buyer.authorization, raw })
const JOB = '"model":"m","input_text":"x","max_tokens":1'

test.each([
  ['__proto__', `{"__proto__":{"model":"other","polluted":1},${JOB}}`],
  ['__proto__ in another spelling', `{"\\u005f_proto__":{"polluted":1},${JOB}}`],
  ['__proto__ that is no object', `{"__proto__":null,${JOB}}`],
  ['__proto__ deeper', `{"x":{"__proto__":{"polluted":1}},${JOB}}`],
  ['constructor', `{"constructor":{"prototype":{"polluted":1}},${JOB}}`],
  ['hasOwnProperty, toString and toJSON', `{"hasOwnProperty":1,"toString":2,"toJSON":3,"then":4,${JOB}}`],
])('a member called %s is ignored as any unknown one', async (_what, raw) => {
  const answer = await run(raw)
  expect([answer.status, answer.body]).toEqual([202, expect.objectContaining({ model: 'm' })])
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

test('__proto__ is no way to give what is missing, and the answer says what is', async () => {
  const answer = await run('{"__proto__":{"model":"m","input_text":"x"}}')
  expectError(answer, 400, 'invalid_request')
  expect(answer.body).toMatchObject({
    details: [
      { path: 'body.model', message: 'is required, or a list of models' },
      { path: 'body.input_text', message: 'is required' },
    ],
  })
})

test('of a member that is there twice the last one counts', async () => {
  expect((await run(`{"model":"nobody-has-it",${JOB}}`)).body).toMatchObject({ model: 'm' })
  expectError(await run(`{${JOB},"model":"nobody-has-it"}`), 404, 'model_not_found')
})

test.each([
  ['a million brackets', '['.repeat(MB - 1)],
  ['half a million, closed', `${'['.repeat(MB / 2 - 1)}${']'.repeat(MB / 2 - 1)}`],
  ['objects in objects', '{"a":'.repeat(200_000)],
  ['deep where a text belongs', `{"model":${'['.repeat(400_000)}${']'.repeat(400_000)},"input_text":"x"}`],
  ['a million digits', `{"max_tokens":${'9'.repeat(1_000_000)},${JOB.slice(0, -15)}}`],
  ['a hundred thousand members', `{${Array.from({ length: 90_000 }, (_, n) => `"m${n}":1`).join(',')}}`],
  ['a hundred thousand escapes', `{"model":"${'\\u0000'.repeat(170_000)}","input_text":"x"}`],
])('%s are a 400, in little text', async (_what, raw) => {
  const answer = await run(raw)
  expectError(answer, 400, 'invalid_request')
  expect(answer.text.length).toBeLessThan(5000)
})

test('what is nested deep and unknown is ignored', async () => {
  expect((await run(`{"x":${'['.repeat(900)}${']'.repeat(900)},${JOB}}`)).status).toBe(202)
})

test.each([
  ['levels', '['.repeat(1001) + ']'.repeat(1001), 1000],
  ['lists', `[${Array(70_000).fill('{}').join()}]`, 65_536],
  ['values', `[${Array(300_000).fill('1').join()}]`, 262_144],
])('a body of more %s than are parsed is refused by the member that holds them', async (_what, value, most) => {
  const answer = await run(`{"a":"[[[","x":${value},${JOB}}`)
  expectError(answer, 400, 'invalid_request')
  expect(answer.body).toMatchObject({
    details: [{ path: 'body.x', message: expect.stringContaining(`at most ${most} `) }],
  })
})

test('brackets within texts are no lists', async () => {
  expect((await run(`{"x":"${'[{\\"'.repeat(100_000)}",${JOB}}`)).status).toBe(202)
})

test('twelve megabytes of brackets are not even parsed, whoever sends them', async () => {
  const brackets = '['.repeat(5_500_000) + ']'.repeat(5_500_000)
  const raw = `{"model":"m","messages":[{"role":"user","content":"x"}],"x":${brackets}}`
  const answer = await ask(place.url, 'POST /v1/chat/completions', { as: 'Bearer mkt_u_made-up', raw })
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('levels')])
})

test.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'GZIP', 'x-gzip', 'made-up'])(
  'a bomb in %s is not unpacked',
  async (encoding) => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(50 * MB, 0x20)))
    const before = process.memoryUsage.rss()
    const answer = await ask(place.url, 'POST /run/model', {
      as: buyer.authorization,
      raw: bomb,
      headers: { 'content-encoding': encoding },
    })
    expectError(answer, 415, 'unsupported_media_type')
    expect(process.memoryUsage.rss() - before).toBeLessThan(120 * MB)
  },
)

test.each<[string, Record<string, string>, number]>([
  ['of a wrong type', { 'content-type': 'text/plain' }, 415],
  ['that is too large', { 'content-type': 'application/json' }, 413],
])('a body without end %s is refused, taken for a while and cut off', async (_what, headers, status) => {
  const raw = await openSocket(place.url)
  raw.write(head('POST /run/model', { ...headers, authorization: buyer.authorization, 'transfer-encoding': 'chunked' }))
  const block = `10000\r\n${' '.repeat(65_536)}\r\n`
  let sent = 0
  while (!raw.isClosed() && sent < 200 * MB) {
    const full = !raw.socket.write(block)
    sent += block.length
    if (full)
      await Promise.race([new Promise((room) => raw.socket.once('drain', room)), raw.closed().catch(() => undefined)])
    else await new Promise(setImmediate)
  }
  expect(answersIn(raw.text()).map((answer) => answer.status)).toEqual([status])
  expect(sent).toBeLessThan(120 * MB)
})

test('a caller who hangs up in the middle of a body, or halves the connection, leaves nothing behind', async () => {
  for (let turn = 0; turn < 20; turn++) {
    const raw = await openSocket(place.url)
    raw.write(
      `${head('POST /run/model', { authorization: buyer.authorization, 'content-type': 'application/json', 'content-length': '1000' })}{"mo`,
    )
    if (turn % 2 === 0) raw.socket.destroy()
    else {
      raw.socket.end()
      await raw.closed()
    }
  }
  await until(async () => (await place.connections()) === 0, 'the end of all connections')
})

test('a request whose sender has nothing more to say is answered or let go of, never kept', async () => {
  const raw = await openSocket(place.url)
  raw.write(head('GET /health'))
  raw.socket.end()
  const text = await raw.closed()
  expect(text === '' || text.startsWith('HTTP/1.1 200 ')).toBe(true)
})

test('100-continue is answered, then the body is read', async () => {
  const raw = await openSocket(place.url)
  const body = `{${JOB}}`
  raw.write(
    head('POST /run/model', {
      authorization: buyer.authorization,
      'content-type': 'application/json',
      'content-length': `${body.length}`,
      expect: '100-Continue',
    }),
  )
  await raw.has('HTTP/1.1 100 Continue\r\n\r\n')
  raw.write(body)
  await raw.has('HTTP/1.1 202 Accepted')
  raw.socket.destroy()
})
