import { join } from 'node:path'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp, tempFolder } from '../e2e/bins.ts'
import { DEFAULT_TEXT, makeReciter } from '../engine/gguf.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { ask } from './ask.ts'

let engine: EngineChild
let openai: OpenAI

beforeAll(async () => {
  engine = await startEngine()
  openai = new OpenAI({ apiKey: 'none', baseURL: `${engine.url}/v1`, maxRetries: 0 })
})

afterAll(async () => {
  await engine?.stop()
  await cleanUp()
})

const tool = (name: string, properties: object) => ({
  type: 'function' as const,
  function: {
    name,
    description: `Does ${name}`,
    parameters: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  },
})
const tools = [tool('say', { word: { type: 'string' } }), tool('say_more', { times: { const: 2 } })]
const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Hello' }]
const create = (more: object) =>
  openai.chat.completions.create({ model: 'tiny', messages, tools, temperature: 0, ...more })

test('a tool that is named is called, whatever the model would say', async () => {
  const { choices } = await create({ tool_choice: { type: 'function', function: { name: 'say' } } })
  expect(choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { content: null, tool_calls: [{ type: 'function', function: { name: 'say' } }] },
  })
  const [call] = choices[0]?.message.tool_calls ?? []
  expect(call?.id).toMatch(/^call_/)
  expect(JSON.parse((call as OpenAI.ChatCompletionMessageFunctionToolCall).function.arguments)).toEqual({
    word: DEFAULT_TEXT,
  })
})

test('its arguments come bit by bit', async () => {
  const stream = await openai.chat.completions.create({
    model: 'tiny',
    messages,
    tools,
    tool_choice: { type: 'function', function: { name: 'say' } },
    stream: true,
  })
  const deltas: OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall[] = []
  let reason: string | null = null
  for await (const { choices } of stream) {
    deltas.push(...(choices[0]?.delta.tool_calls ?? []))
    reason = choices[0]?.finish_reason ?? reason
  }
  const [first, ...rest] = deltas
  expect(first).toMatchObject({ index: 0, id: expect.any(String), function: { name: 'say', arguments: '' } })
  expect(rest.length).toBeGreaterThan(8)
  expect(rest.every(({ index, id }) => index === 0 && id === undefined)).toBe(true)
  expect(JSON.parse(rest.map((delta) => delta.function?.arguments).join(''))).toEqual({ word: DEFAULT_TEXT })
  expect(reason).toBe('tool_calls')
})

test.each([1, 2, 3, 4])('required: one of the tools is called (seed %i)', async (seed) => {
  const { choices } = await create({ tool_choice: 'required', temperature: 1, seed })
  const [call] = (choices[0]?.message.tool_calls ?? []) as OpenAI.ChatCompletionMessageFunctionToolCall[]
  const expected = { say: { word: DEFAULT_TEXT }, say_more: { times: 2 } }[call?.function.name ?? '']
  expect(expected).toBeDefined()
  expect(JSON.parse(call?.function.arguments ?? '')).toEqual(expected)
})

test.each(['auto', 'none'])('%s: a model that calls nothing answers', async (tool_choice) => {
  const { choices } = await create({ tool_choice })
  expect(choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: DEFAULT_TEXT } })
  expect(choices[0]?.message.tool_calls).toBeUndefined()
})

test('max_tokens cuts the arguments, and counts what was written before them', async () => {
  const { choices, usage } = await create({ tool_choice: 'required', max_tokens: 12 })
  expect(choices[0]?.finish_reason).toBe('length')
  expect(usage?.completion_tokens).toBe(12)
})

test('results go back, and several calls of one turn', async () => {
  const call = (id: string) => ({ id, type: 'function', function: { name: 'say', arguments: '{"word":"hi"}' } })
  const history = [
    ...messages,
    { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
    { role: 'tool', tool_call_id: 'b', content: '{"said": true}' },
    { role: 'tool', tool_call_id: 'a', content: 'said' },
  ]
  const { choices } = await create({ messages: history })
  expect(choices[0]?.message.content).toBe(DEFAULT_TEXT)
  for (const wrong of [history.slice(0, 3), history.slice(0, 1).concat(history.slice(2))]) {
    await expect(create({ messages: wrong })).rejects.toThrow(/tool_call_id/)
  }
})

describe('a model that calls by itself', () => {
  let caller: EngineChild
  beforeAll(async () => {
    const text = 'Let me see. ||call: say({"word": "hi"})'
    const { file } = await makeReciter(join(tempFolder(), 'caller.gguf'), { text, byCharacter: false })
    caller = await startEngine({ model: file })
  })
  afterAll(async () => {
    await caller?.stop()
  })

  test('auto: what it says before is text, and the rest a call', async () => {
    const { body } = await ask(caller.url, '/v1/chat/completions', { messages, tools: [tools[0]], temperature: 0 })
    expect(body.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content: 'Let me see. ', tool_calls: [{ function: { name: 'say' } }] },
    })
  })

  const schema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] }
  const response_format = { type: 'json_schema', json_schema: { name: 'said', schema, strict: true } }

  test('with a format beside the tools it calls, or says what fits', async () => {
    const asked = { messages, tools: [tools[0]], response_format, temperature: 0 }
    const { body } = await ask(caller.url, '/v1/chat/completions', asked)
    const { message, finish_reason } = body.choices[0] as never as OpenAI.ChatCompletion.Choice
    // What it would say before a call is no JSON, so it begins with either.
    if (finish_reason === 'tool_calls') expect(message.tool_calls).toMatchObject([{ function: { name: 'say' } }])
    else expect(JSON.parse(message.content ?? '')).toEqual({ word: expect.any(String) })
    const must = await ask(caller.url, '/v1/chat/completions', { ...asked, tool_choice: 'required' })
    expect(must.body.choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { content: null } })
  })

  test('none: it is text to its end', async () => {
    const asked = { messages, tools, tool_choice: 'none', temperature: 0 }
    const { text, reason } = await ask(caller.url, '/v1/chat/completions', asked)
    expect({ text, reason }).toEqual({ text: 'Let me see. ||call: say({"word": "hi"})', reason: 'stop' })
  })
})

test.each<[string, object, string]>([
  ['tools that are no list', { tools: {} }, 'tools'],
  ['one without a name', { tools: [{ type: 'function', function: {} }] }, 'tools[0].function.name'],
  ['two of one name', { tools: [tools[0], tools[0]] }, 'tools'],
  ['a tool that is not there', { tools, tool_choice: { type: 'function', function: { name: 'x' } } }, 'tool_choice'],
  ['a choice of nothing', { tool_choice: 'required' }, 'tool_choice'],
  [
    'arguments that are no JSON',
    {
      messages: [
        ...messages,
        { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'say', arguments: '{' } }] },
      ],
    },
    'messages[1].tool_calls[0].function.arguments',
  ],
])('refused: %s', async (_, more, param) => {
  const { status, body } = await ask(engine.url, '/v1/chat/completions', { messages, ...more })
  expect({ status, param: body.error?.param }).toEqual({ status: 400, param })
})
