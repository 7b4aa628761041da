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
  max_price_per_token`.split(/\s+/)
const TABLE = { chat: UNSERVED_IN_CHATS, completion: UNSERVED_IN_COMPLETIONS }

/** Something that each of them could be asked for and that no host can do. */
const REAL: Record<string, unknown> = {
  n: 2,
  frequency_penalty: 0.5,
  presence_penalty: -1,
  logit_bias: { 50256: -100 },
  logprobs: true,
  top_k: 40,
  min_p: 0.05,
  repetition_penalty: 1.1,
  provider: { only: ['somebody'] },
  top_logprobs: 3,
  tools: [{ type: 'function', function: { name: 'f' } }],
  tool_choice: 'required',
  functions: [{ name: 'f' }],
  function_call: { name: 'f' },
  response_format: { type: 'json_object' },
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

test('logprobs of POST /v1/completions is a number, and refused as one', async () => {
  await isRefused('completion', 'logprobs', 0)
  await isRefused('completion', 'logprobs', 5)
})

test('several prompts are refused with what to do; one in a list is taken', async () => {
  const { body } = await send('completion', { prompt: ['one', 'two'] })
  const message = 'prompt holds several prompts: send one prompt a request'
  expect(body).toMatchObject({ error: { param: 'prompt', message } })
  await isTaken('completion', { prompt: ['one'] })
  expect((await send('completion', { prompt: [1, 2] })).status).toBe(400)
})

test('tool calls in the messages are refused, not dropped', async () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
  const assistant = { role: 'assistant', content: 'calling', tool_calls: [call] }
  const { status, body } = await send('chat', { messages: [...MESSAGES, assistant] })
  expect(status).toBe(400)
  expect(body).toMatchObject({ error: { param: 'messages.1.tool_calls' } })
  await isTaken('chat', { messages: [{ role: 'user', content: 'x', tool_calls: [] }] })
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
    expect.stringContaining('nothing but "type" and "text"'),
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
