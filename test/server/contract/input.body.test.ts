import { gzipSync } from 'node:zlib'
import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'
import { type Ask, ask, expectError } from './ask.ts'

let place: Marketplace
let buyer: TestUser
beforeAll(async () => {
  place = await startMarketplace({ limits: { body_bytes: 400_000, picture_body_bytes: 400_000 } })
  buyer = await place.user()
  await place.host()
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const run = (request: Ask) => ask(place.url, 'POST /run/model', { as: buyer.authorization, ...request })
const JOB = { model: 'm', input_text: 'x', max_tokens: 1 }
const TEXT = JSON.stringify(JOB)
const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))))

describe('a broken body is 400', () => {
  test.each<[string, Ask]>([
    ['nothing', {}],
    ['nothing, as JSON', { raw: '' }],
    ['cut off', { raw: TEXT.slice(0, -1) }],
    ['two values', { raw: `${TEXT}${TEXT}` }],
    ['a comma too many', { raw: '{"model":"m",}' }],
    ['single quotes', { raw: "{'model':'m'}" }],
    ['NaN', { raw: '{"model":"m","input_text":"x","temperature":NaN}' }],
    ['a NUL byte', { raw: bytes(TEXT.slice(0, -2), [0], '}') }],
    ['broken UTF-8', { raw: bytes('{"model":"m","input_text":"', [0xc3, 0x28, 0xff], '"}') }],
    ['an overlong form', { raw: bytes('{"model":"m","input_text":"', [0xc0, 0x80], '"}') }],
    ['a surrogate in UTF-8', { raw: bytes('{"model":"m","input_text":"', [0xed, 0xa0, 0x80], '"}') }],
    ['null', { raw: 'null' }],
    ['a string', { raw: '"text"' }],
    ['a number', { raw: '12' }],
    ['an array', { raw: '[]' }],
    ['an array with the right object', { raw: `[${TEXT}]` }],
    ['deep arrays', { raw: '['.repeat(150_000) }],
    ['deep objects', { raw: '{"a":'.repeat(50_000) }],
    ['deep and closed', { raw: `{"model":${'['.repeat(100_000)}${']'.repeat(100_000)},"input_text":"x"}` }],
  ])('%s', async (_what, request) => expectError(await run(request), 400, 'invalid_request'))
})

test.each([
  ['cut off', TEXT.slice(0, -1), 'is not complete JSON: it ends in the middle'],
  ['cut off in a text', TEXT.slice(0, 12), 'is not complete JSON: it ends in the middle'],
  ['with a comma too many', '{"model":"m",}', 'is not valid JSON: it goes wrong at character 14'],
  ['that is no JSON', 'hello', 'is not valid JSON'],
  ['that is a list', '[]', 'must be an object'],
  ['that is a text', '"text"', 'must be a JSON object'],
])('a body %s is called what it is', async (_what, raw, message) => {
  expect((await run({ raw })).body).toMatchObject({ details: [{ path: 'body', message }] })
})

test('a body of all faults names each of them once', async () => {
  const answer = await run({
    json: { model: 5, input_text: 7, max_tokens: 1.5, temperature: 'hot', max_price_per_token: -1, host_id: 'x' },
  })
  expectError(answer, 400, 'invalid_request')
  const { details } = answer.body as { details: { path: string; message: string }[] }
  const wanted = ['host_id', 'input_text', 'max_price_per_token', 'max_tokens', 'model', 'temperature']
  expect(details.map(({ path }) => path).sort()).toEqual(wanted.map((name) => `body.${name}`))
  expect(details).toContainEqual({ path: 'body.input_text', message: 'must be text' })
  expect(details).toContainEqual({ path: 'body.temperature', message: 'must be a number' })
})

describe('values of POST /run/model', () => {
  test.each<[string, object, number]>([
    ['a NUL in input_text', { input_text: 'a\0b' }, 400],
    ['a lone surrogate in input_text', { input_text: 'a\ud800b' }, 400],
    ['an empty input_text', { input_text: '' }, 400],
    ['262,144 bytes of input_text', { input_text: 'é'.repeat(131_072) }, 202],
    ['one byte more', { input_text: `${'é'.repeat(131_072)}x` }, 400],
    ['line breaks, control characters and emoji', { input_text: '\u0001\r\n\t\u007f🎉</script>' }, 202],
    ['a NUL in the model', { model: 'm\0' }, 400],
    ['a lone surrogate in the model', { model: '\udfff' }, 400],
    ['a model of 201 characters', { model: 'm'.repeat(201) }, 400],
    ['SQL in the model', { model: "m'; drop table jobs; --" }, 404],
    ['max_tokens of 0', { max_tokens: 0 }, 400],
    ['negative max_tokens', { max_tokens: -1 }, 400],
    ['max_tokens as text', { max_tokens: '10' }, 400],
    ['max_tokens of null', { max_tokens: null }, 400],
    ['max_tokens of 1e308', { max_tokens: 1e308 }, 400],
    ['temperature of 0', { temperature: 0 }, 202],
    ['temperature of 2', { temperature: 2 }, 202],
    ['temperature of 2.0001', { temperature: 2.0001 }, 400],
    ['temperature below 0', { temperature: -0.1 }, 400],
    ['a price limit of 10 decimals', { max_price_per_token: 1e-10 }, 400],
    ['a price limit of 1e-9', { max_price_per_token: 1e-9 }, 202],
    ["somebody else's host", { host_id: 'host_01k9zq4v7m3x8e2r5t6y7u8w9a' }, 404],
    ['members called __proto__ and constructor', JSON.parse('{"constructor":{"prototype":{"x":1}},"toString":1}'), 202],
  ])('%s', async (_what, more, status) => {
    const answer = await run({ json: { ...JOB, ...more } })
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([status, expect.any(String)])
    if (status === 400) expectError(answer, 400, 'invalid_request')
  })

  test('prototype members pollute nothing and count as nothing', async () => {
    const polluted = await run({ raw: '{"__proto__":{"model":"m","input_text":"x"},"max_tokens":1}' })
    expectError(polluted, 400, 'invalid_request')
    const nested = await run({ raw: `{"constructor":{"prototype":{"polluted":1}},${TEXT.slice(1)}` })
    expect(nested.status).toBe(202)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})

describe('a body that is too large is 413', () => {
  const large = JSON.stringify({ ...JOB, input_text: 'x'.repeat(400_000) })
  test.each<[string, Ask]>([
    ['by its length', { raw: large }],
    ['of another type too', { raw: large, type: 'text/plain' }],
  ])('%s', async (_what, request) => expectError(await run(request), 413, 'payload_too_large'))
})

describe('a body of another type is 415', () => {
  test.each<[string, Ask]>([
    ['text', { raw: TEXT, type: 'text/plain' }],
    ['a form', { raw: 'model=m&input_text=x', type: 'application/x-www-form-urlencoded' }],
    ['a multipart form', { raw: '--x--', type: 'multipart/form-data; boundary=x' }],
    ['no type', { raw: TEXT, type: null }],
    ['a type that is none', { raw: TEXT, type: ';;;' }],
    ['another JSON', { raw: TEXT, type: 'application/xml+json-ish' }],
    ['an unknown charset', { raw: TEXT, type: 'application/json; charset=klingon' }],
    ['a compressed body', { raw: new Uint8Array(gzipSync(TEXT)), headers: { 'content-encoding': 'gzip' } }],
    ['text that calls itself compressed', { raw: TEXT, headers: { 'content-encoding': 'br' } }],
    ['UTF-16', { raw: new Uint8Array(Buffer.from(TEXT, 'utf16le')), type: 'application/json; charset=utf-16' }],
    ['an unknown encoding', { raw: TEXT, headers: { 'content-encoding': 'zip' } }],
  ])('%s', async (_what, request) => expectError(await run(request), 415, 'unsupported_media_type'))

  test.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset=UTF-8;x=y'])(
    '%s is JSON',
    async (type) => {
      expect((await run({ raw: TEXT, type })).status).toBe(202)
    },
  )
})

test('all of this left the accounts alone', async () => {
  const { jobs } = await buyer.client.call(endpoints.listJobs, { query: { limit: 100 } })
  const { total_jobs } = await buyer.client.call(endpoints.me, {})
  expect(jobs.length).toBe(total_jobs)
})
