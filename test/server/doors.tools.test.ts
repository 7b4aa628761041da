import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { openStage, type Stage } from './openai-stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  expect((await stage.place.audit()).faults).toEqual([])
  await stage.place.stop()
})

const SCHEMA = { type: 'object', properties: { town: { type: 'string' } } }
const CALL = {
  tokens: ['Let me see.', '{"town":', '"Bonn"}'],
  notes: [
    { at: 1, tool_call: { index: 0, id: 'call_a', name: 'weather' } },
    { at: 2, tool_call: { index: 0 } },
  ],
  finish_reason: 'tool_calls',
}
const AS_SENT = [{ type: 'function', function: { name: 'weather', description: 'Now.', parameters: SCHEMA } }]
const RESPONSE_TOOL = {
  type: 'function' as const,
  name: 'weather',
  description: 'Now.',
  parameters: SCHEMA,
  strict: false,
}

test('a response calls a function, whose output comes back with what was said before', async () => {
  const asking = { model: 'm', input: 'Bonn?', tools: [RESPONSE_TOOL], tool_choice: 'auto' as const }
  const [offer, first] = await Promise.all([stage.serve(CALL), stage.openai.responses.create(asking)])
  expect(offer.tools).toMatchObject(AS_SENT)
  expect(first.output).toMatchObject([
    { type: 'message', content: [{ text: 'Let me see.' }] },
    { type: 'function_call', call_id: 'call_a', name: 'weather', arguments: '{"town":"Bonn"}' },
  ])
  const output = [{ type: 'function_call_output' as const, call_id: 'call_a', output: 'mild' }]
  const next = { ...asking, input: output, previous_response_id: first.id }
  const [again] = await Promise.all([stage.serve({ tokens: ['It is mild.'] }), stage.openai.responses.create(next)])
  expect(again.messages).toMatchObject([
    { role: 'user', content: 'Bonn?' },
    { role: 'assistant', content: 'Let me see.', tool_calls: [{ id: 'call_a', function: { name: 'weather' } }] },
    { role: 'tool', tool_call_id: 'call_a', content: 'mild' },
  ])
})

test('a call streams as the events of its item', async () => {
  const serving = stage.serve(CALL)
  const asked = { model: 'm', input: 'Bonn?', tools: [RESPONSE_TOOL], stream: true as const }
  const events = await Array.fromAsync(await stage.openai.responses.create(asked))
  await serving
  const types = events.map(({ type }) => type.replace('response.', ''))
  expect(types.slice(-7)).toEqual([
    ...['output_item.done', 'output_item.added', 'function_call_arguments.delta', 'function_call_arguments.delta'],
    ...['function_call_arguments.done', 'output_item.done', 'completed'],
  ])
  // Before: arguments that came with its name stood there, and came once more as they were added.
  const added = events.filter((event) => event.type === 'response.output_item.added').at(-1)
  expect(added).toMatchObject({ item: { type: 'function_call', name: 'weather', arguments: '' } })
  const done = events.find(({ type }) => type === 'response.function_call_arguments.done')
  expect(done).toMatchObject({ name: 'weather', arguments: '{"town":"Bonn"}', output_index: 1 })
})

const post = (json: object) =>
  ask(stage.place.url, 'POST /v1/messages', {
    json: {
      model: 'm',
      max_tokens: 50,
      tools: [{ name: 'weather', description: 'Now.', input_schema: SCHEMA }],
      ...json,
    },
    headers: { 'x-api-key': stage.buyer.token },
  })
const BONN = { role: 'user', content: 'Bonn?' }
const USED = { type: 'tool_use', id: 'call_a', name: 'weather', input: { town: 'Bonn' } }

test('a message uses a tool, whose result comes back', async () => {
  const choice = { tool_choice: { type: 'any', disable_parallel_tool_use: true } }
  const [offer, { body }] = await Promise.all([stage.serve(CALL), post({ messages: [BONN], ...choice })])
  expect(offer).toMatchObject({ tools: AS_SENT, tool_choice: 'required', parallel_tool_calls: false })
  expect(body).toMatchObject({ content: [{ type: 'text', text: 'Let me see.' }, USED], stop_reason: 'tool_use' })
  const messages = [
    BONN,
    { role: 'assistant', content: [{ type: 'text', text: 'Let me see.' }, USED] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_a', content: 'mild' }] },
  ]
  const [again] = await Promise.all([stage.serve({ tokens: ['It is mild.'] }), post({ messages })])
  expect(again.messages?.slice(1)).toMatchObject([
    { role: 'assistant', tool_calls: [{ id: 'call_a', function: { arguments: '{"town":"Bonn"}' } }] },
    { role: 'tool', tool_call_id: 'call_a', content: 'mild' },
  ])
})

test('a tool’s use streams as a block of its own', async () => {
  const serving = stage.serve(CALL)
  const { text } = await post({ messages: [BONN], stream: true })
  await serving
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data as string))
  expect(events.slice(3)).toMatchObject([
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { ...USED, input: {} } },
    { index: 1, delta: { type: 'input_json_delta', partial_json: '{"town":' } },
    { index: 1, delta: { type: 'input_json_delta', partial_json: '"Bonn"}' } },
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  ])
})

// Before: the client could not send back what it had parsed itself.
test('a message that its client has parsed goes on', async () => {
  const call = { id: 'call_a', type: 'function', function: { name: 'weather', arguments: '{}', parsed_arguments: {} } }
  const messages = [
    BONN,
    { role: 'assistant', content: null, refusal: null, parsed: { a: 1 }, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_a', content: 'mild' },
  ]
  const json = { model: 'm', messages, tools: AS_SENT }
  const asking = ask(stage.place.url, 'POST /v1/chat/completions', { as: stage.buyer.authorization, json })
  const offer = await stage.serve({ tokens: ['Mild.'] })
  expect((await asking).status).toBe(200)
  const plain = { ...call, function: { name: 'weather', arguments: '{}' } }
  expect(offer.messages?.[1]).toEqual({ role: 'assistant', content: '', tool_calls: [plain] })
})
