import { METADATA, UNSERVED_IN_CHATS, UNSERVED_IN_COMPLETIONS, UNSERVED_IN_MESSAGES } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
})
afterAll(() => place.stop())

const MESSAGES = [{ role: 'user', content: 'x' }]
const INPUT = { chat: { messages: MESSAGES }, completion: { prompt: 'x' } }
const PATH = { chat: '/v1/chat/completions', completion: '/v1/completions' }
type Door = keyof typeof PATH

/** Nobody offers the model: whatever is taken ends as a 404, without a host. */
const send = (door: Door, more: object) =>
  ask(place.url, `POST ${PATH[door]}`, { as: buyer.authorization, json: { model: 'none', ...INPUT[door], ...more } })
const isTaken = async (door: Door, more: object) => expect([more, (await send(door, more)).status]).toEqual([more, 404])
const isRefused = async (door: Door, name: string, value: unknown) => {
  const { status, body } = await send(door, { [name]: value })
  expect([name, value, status]).toEqual([name, value, 400])
  expect(body).toMatchObject({ error: { type: 'invalid_request_error', param: name } })
  expect((body as { error: { message: string } }).error.message).toMatch(
    new RegExp(`^${name} is not supported: .+; leave it out$`),
  )
}

/** As OpenAI publishes them; n and the engines' own ones beside it stand in the table too. */
const PUBLISHED = {
  chat: `messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens
    max_tokens metadata modalities n parallel_tool_calls prediction presence_penalty prompt_cache_key
    prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier stop store stream
    stream_options temperature tool_choice tools top_logprobs top_p user verbosity web_search_options`,
  completion: `model prompt best_of echo frequency_penalty logit_bias logprobs max_tokens n presence_penalty seed stop
    stream stream_options suffix temperature top_p user`,
}
const SERVED = `model messages prompt max_tokens max_completion_tokens temperature top_p seed stop stream stream_options
  max_price_per_token n frequency_penalty presence_penalty logit_bias logprobs top_logprobs tools tool_choice
  parallel_tool_calls response_format top_k min_p prompt_cache_key`.split(/\s+/)
const TABLE = { chat: UNSERVED_IN_CHATS, completion: UNSERVED_IN_COMPLETIONS }

/** Something that each of them could be asked for and that no host can do. */
const REAL: Record<string, unknown> = {
  repetition_penalty: 1.1,
  provider: { only: ['somebody'] },
  functions: [{ name: 'f' }],
  function_call: { name: 'f' },
  modalities: ['text', 'audio'],
  audio: { voice: 'alloy', format: 'mp3' },
  prediction: { type: 'content', content: 'x' },
  reasoning_effort: 'high',
  verbosity: 'low',
  web_search_options: {},
  service_tier: 'priority',
  store: true,
  best_of: 3,
  echo: true,
  suffix: 'end',
}

describe.each(['chat', 'completion'] as const)('POST /v1, %s', (door) => {
  test('every published parameter is served, refused by its name, or says nothing about the answer', () => {
    const decided = new Set([...SERVED, ...METADATA, ...Object.keys(TABLE[door])])
    expect(PUBLISHED[door].split(/\s+/).filter((name) => !decided.has(name))).toEqual([])
  })

  test.each(Object.keys(TABLE[door]))(
    '%s is taken where it asks for nothing, and else refused by its name',
    async (name) => {
      for (const value of [null, ...(TABLE[door][name]?.accepts ?? [])]) await isTaken(door, { [name]: value })
      expect(REAL).toHaveProperty(name)
      await isRefused(door, name, REAL[name])
    },
  )

  test('what is said of the request changes nothing and is taken', async () => {
    for (const name of METADATA) await isTaken(door, { [name]: 'x' })
    await isTaken(door, { metadata: { a: 'b' } })
  })

  test('a parameter that nobody knows is refused by its name', async () => {
    expect((await send(door, { guided_json: {} })).body).toMatchObject({
      error: { param: 'guided_json', message: 'guided_json is not a parameter that is known here; leave it out' },
    })
    await isTaken(door, { guided_json: null })
  })
})

const TOOL = { type: 'function', function: { name: 'f' } }
const schemaOf = (schema: object) => ({ type: 'json_schema', json_schema: { name: 's', schema } })

test.each<[Door, string, unknown, string]>([
  ['chat', 'n', 9, 'n'],
  ['chat', 'n', 0, 'n'],
  ['chat', 'frequency_penalty', 3, 'frequency_penalty'],
  ['chat', 'presence_penalty', -2.5, 'presence_penalty'],
  ['chat', 'logit_bias', { 1: 101 }, 'logit_bias.1'],
  ['chat', 'logit_bias', { word: 1 }, 'logit_bias.word'],
  ['chat', 'top_k', 0.5, 'top_k'],
  ['chat', 'min_p', 2, 'min_p'],
  ['chat', 'logprobs', 3, 'logprobs'],
  ['chat', 'top_logprobs', 21, 'top_logprobs'],
  ['chat', 'top_logprobs', 2, 'top_logprobs'],
  ['completion', 'logprobs', 6, 'logprobs'],
  ['completion', 'logprobs', true, 'logprobs'],
  ['chat', 'tools', [{ type: 'function', function: { name: 'no space' } }], 'tools.0.function.name'],
  ['chat', 'tools', [{ type: 'custom', custom: { name: 'f' } }], 'tools.0.type'],
  ['chat', 'tools', [TOOL, TOOL], 'tools'],
  ['chat', 'tools', Array(129).fill(TOOL), 'tools'],
  ['chat', 'tools', [{ ...TOOL, cache_control: {} }], 'tools.0'],
  ['chat', 'tool_choice', 'required', 'tool_choice'],
  ['chat', 'tool_choice', 'perhaps', 'tool_choice'],
  ['chat', 'response_format', { type: 'grammar' }, 'response_format.type'],
  [
    'chat',
    'response_format',
    { type: 'json_schema', json_schema: { name: 's' } },
    'response_format.json_schema.schema',
  ],
])('%s: %s may not be %j', async (door, name, value, param) => {
  const { status, body } = await send(door, { [name]: value })
  expect([status, (body as { error: { param: string } }).error.param]).toEqual([400, param])
})

test('a choice of a tool that is not there is refused', async () => {
  const { body } = await send('chat', { tools: [TOOL], tool_choice: { type: 'function', function: { name: 'g' } } })
  expect(body).toMatchObject({ error: { param: 'tool_choice', message: expect.stringContaining('"g"') } })
})

test('what asks for nothing is taken', async () => {
  for (const more of [
    { n: 1, frequency_penalty: 0, presence_penalty: 0, logit_bias: {}, top_k: -1, min_p: 0 },
    { tools: [], tool_choice: 'auto', parallel_tool_calls: true, response_format: { type: 'text' } },
    { logprobs: false, top_logprobs: 0 },
    { tools: null, tool_choice: null, response_format: null, logprobs: null, top_logprobs: null, n: null },
  ])
    await isTaken('chat', more)
})

let deep: object = { type: 'string' }
for (let level = 0; level < 80; level++) deep = { properties: { a: deep } }

test.each<[string, object, RegExp]>([
  ['too deep', deep, /at most 64 levels/],
  ['too long', { enum: ['x'.repeat(300_000)] }, /at most 262144 bytes/],
])('a schema that is %s is refused before anybody looks at it', async (_what, schema, message) => {
  const { status, body } = await send('chat', { response_format: schemaOf(schema) })
  expect(status).toBe(400)
  expect((body as { error: { message: string } }).error.message).toMatch(message)
})

test('several prompts are refused with what to do; one in a list is taken', async () => {
  const { body } = await send('completion', { prompt: ['one', 'two'] })
  const message = 'prompt holds several prompts: send one prompt a request'
  expect(body).toMatchObject({ error: { param: 'prompt', message } })
  await isTaken('completion', { prompt: ['one'] })
  expect((await send('completion', { prompt: [1, 2] })).status).toBe(400)
})

const CALL = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
const PNG = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')}`
const picture = (url: string) => [{ type: 'image_url', image_url: { url } }]

test.each<[string, object, string]>([
  ['calls of a user', { role: 'user', content: 'x', tool_calls: [CALL] }, 'messages.0.tool_calls'],
  [
    'a call without a name',
    { role: 'assistant', tool_calls: [{ id: 'c', function: {} }] },
    'messages.0.tool_calls.0.function.name',
  ],
  ['an assistant who says nothing', { role: 'assistant', content: null }, 'messages.0.content'],
  ['a result of no call', { role: 'tool', content: 'x' }, 'messages.0.tool_call_id'],
  ['a call that a user answers', { role: 'user', content: 'x', tool_call_id: 'c' }, 'messages.0.tool_call_id'],
  ['a picture of the system', { role: 'system', content: picture(PNG) }, 'messages.0.content'],
  ['an address', { role: 'user', content: picture('https://example.com/a.png') }, 'messages.0.content'],
  ['a GIF', { role: 'user', content: picture('data:image/gif;base64,R0lGODlh') }, 'messages.0.content'],
  ['what is no PNG', { role: 'user', content: picture('data:image/png;base64,R0lGODlh') }, 'messages.0.content'],
  ['what is no base64', { role: 'user', content: picture(`${PNG.slice(0, -4)}%%%%`) }, 'messages.0.content'],
])('%s in a message is refused', async (_what, message, param) => {
  const { status, body } = await send('chat', { messages: [message] })
  expect([status, (body as { error: { param: string } }).error.param]).toEqual([400, param])
})

test('a picture is to be a data: URL, and the refusal says so', async () => {
  const { body } = await send('chat', { messages: [{ role: 'user', content: picture('http://127.0.0.1/a.png') }] })
  const { message } = (body as { error: { message: string } }).error
  expect(message).toMatch(/must be a data: URL.*addresses are not fetched/)
})

const refusalOf = async (door: Door, more: object) => {
  const { status, body } = await send(door, more)
  const { param, message } = (body as { error: { param: string; message: string } }).error
  return [status, param, message]
}
const said = (more: object) => ({ messages: [{ role: 'assistant', content: 'y', ...more }, ...MESSAGES] })

test.each(Object.entries(UNSERVED_IN_MESSAGES))(
  '%s of a message is taken where it asks for nothing, and else refused by its name',
  async (name, { accepts, because }) => {
    for (const value of [null, ...accepts]) await isTaken('chat', said({ [name]: value }))
    const refused = [400, `messages.0.${name}`, `messages.0.${name} is not supported: ${because}; leave it out`]
    expect(await refusalOf('chat', said({ [name]: 'ada' }))).toEqual(refused)
  },
)

test('what nobody knows of a message, its parts or stream_options is refused, not dropped', async () => {
  for (const name of ['prefix', 'constructor', 'toString']) {
    const message = `messages.0.${name} is not a parameter that is known here; leave it out`
    expect(await refusalOf('chat', said({ [name]: true }))).toEqual([400, `messages.0.${name}`, message])
    await isTaken('chat', said({ [name]: null }))
  }
  const part = { type: 'text', text: 'x' }
  expect(await refusalOf('chat', said({ content: [{ ...part, cache_control: {} }] }))).toEqual([
    400,
    'messages.0.content',
    expect.stringContaining('with nothing but their own members'),
  ])
  await isTaken('chat', said({ content: [part, { ...part, cache_control: null }] }))
  for (const door of ['chat', 'completion'] as const) {
    const streamed = (stream_options: object) => ({ stream: true, stream_options })
    await isTaken(door, streamed({ include_usage: true, include_obfuscation: false, more: null }))
    for (const name of ['include_obfuscation', 'continuous_usage_stats'])
      expect(await refusalOf(door, streamed({ [name]: true }))).toEqual([
        400,
        `stream_options.${name}`,
        expect.stringMatching(/leave it out$/),
      ])
  }
})
