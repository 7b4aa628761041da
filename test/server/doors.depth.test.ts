import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
let host: TestHost
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  host = await place.host({ capabilities: ['tools'] })
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

// More than a stack holds, of which the largest body has room for many.
const LEVELS = 20_000
const DEEP = '['.repeat(LEVELS) + ']'.repeat(LEVELS)
const DEEP_OBJECT = `${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`
const send = (path: string, raw: string) => ask(place.url, `POST ${path}`, { as: buyer.authorization, raw })
const chat = (name: string, value: string) =>
  `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"x"}],"${name}":${value}}`

test.each(['modalities', 'prediction', 'audio', 'functions', 'function_call', 'store', 'tools', 'response_format'])(
  'a chat whose "%s" has more levels than can be walked through is refused by its name',
  async (name) => {
    for (const value of [DEEP, DEEP_OBJECT]) {
      const { status, text } = await send('/v1/chat/completions', chat(name, value))
      expect([status, text]).toEqual([400, expect.stringContaining(name)])
    }
  },
)

test.each(['truncation', 'reasoning', 'include', 'background', 'service_tier', 'stream_options'])(
  'so is a response whose "%s" has',
  async (name) => {
    const { status, text } = await send('/v1/responses', `{"model":"m","input":"x","${name}":${DEEP}}`)
    expect([status, text]).toEqual([400, expect.stringContaining(name)])
  },
)

test('what asks for nothing is taken as before', async () => {
  const { status } = await send(
    '/v1/responses',
    '{"model":"m","input":"x","reasoning":{"summary":null,"effort":"low"}}',
  )
  expect(status).toBe(400)
  const asking = send('/v1/responses', '{"model":"m","input":"x","reasoning":{"summary":null,"effort":null}}')
  const offer = await host.next(10)
  await host.results([{ job_id: offer?.job_id, offset: 0, tokens: ['a'], finish_reason: 'stop' }])
  expect((await asking).status).toBe(200)
})

test('a call in a message of Anthropic’s form has no more levels than a tool', async () => {
  const use = `{"type":"tool_use","id":"a","name":"b","input":${DEEP_OBJECT}}`
  const body = `{"model":"m","max_tokens":5,"messages":[{"role":"assistant","content":[${use}]}]}`
  expect(await send('/v1/messages', body)).toMatchObject({ status: 400, body: { type: 'error' } })
})

test.each([
  ['more levels than can be written out', DEEP_OBJECT],
  ['no object', '[1]'],
])('arguments of a host that are %s stand in an answer of Anthropic’s form as their text', async (_, given) => {
  const tools = '[{"name":"f","input_schema":{}}]'
  const body = `{"model":"m","max_tokens":500,"messages":[{"role":"user","content":"x"}],"tools":${tools}}`
  const asking = send('/v1/messages', body)
  const offer = await host.next(10)
  const tokens = given.match(/.{1,60000}/g) ?? []
  const notes = tokens.map((_piece, at) => ({
    at,
    tool_call: { index: 0, ...(at === 0 ? { id: 'c', name: 'f' } : {}) },
  }))
  await host.results([{ job_id: offer?.job_id, offset: 0, tokens, notes, finish_reason: 'stop' }])
  const { status, text } = await asking
  expect(status).toBe(200)
  expect(JSON.parse(text)).toMatchObject({ content: [{ type: 'tool_use', name: 'f', input: { arguments: given } }] })
})
