import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './openai-stage.ts'

let stage: Stage
let anthropic: Anthropic
beforeAll(async () => {
  stage = await openStage()
  anthropic = new Anthropic({ apiKey: stage.buyer.token, baseURL: stage.place.url, maxRetries: 0 })
})
afterAll(async () => {
  expect((await stage.place.audit()).faults).toEqual([])
  await stage.place.stop()
})

/** A model that thinks, speaks, thinks again and calls twice; its host mixes the fragments of both calls. */
const REPLY = {
  tokens: ['Rain', '? ', 'One moment.', 'Both.', '{"town":', '{"town":"Ulm"}', '"Bonn"}'],
  notes: [
    ...[0, 1, 3].map((at) => ({ at, reasoning: true as const })),
    { at: 4, tool_call: { index: 0, id: 'call_a', name: 'weather' } },
    { at: 5, tool_call: { index: 1, id: 'call_b', name: 'weather' } },
    { at: 6, tool_call: { index: 0 } },
  ],
  finish_reason: 'tool_calls',
}
const SCHEMA = { type: 'object' as const, properties: { town: { type: 'string' } } }

// Before: what a model thought was paid and shown to nobody, and the last of a stream had its items in another order.
test('thoughts are items of a response, in the order of its stream', async () => {
  const tool = { type: 'function' as const, name: 'weather', parameters: SCHEMA, strict: false }
  const asked = { model: 'm', input: 'Bonn?', tools: [tool], reasoning: { summary: 'auto' as const } }
  const serving = stage.serve(REPLY)
  const streaming = stage.openai.responses.stream(asked)
  const done: object[] = []
  let thought = ''
  streaming.on('response.output_item.done', ({ item }) => done.push(item))
  streaming.on('response.reasoning_summary_text.delta', ({ delta }) => (thought += delta))
  const { id, output } = await streaming.finalResponse()
  await serving
  expect(thought).toBe('Rain? Both.')
  expect(output).toMatchObject([
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Rain? ' }] },
    { type: 'message', content: [{ text: 'One moment.' }] },
    { type: 'reasoning', summary: [{ text: 'Both.' }] },
    { type: 'function_call', call_id: 'call_a', arguments: '{"town":"Bonn"}' },
    { type: 'function_call', call_id: 'call_b', arguments: '{"town":"Ulm"}' },
  ])
  expect(new Set(output.map((item) => item.id)).size).toBe(5)
  expect(done).toEqual((await stage.openai.responses.retrieve(id)).output)
  expect(done).toMatchObject(output.map(({ type, id: item_id }) => ({ type, id: item_id })))
})

test('thoughts are blocks of a message, signed, and go back to the model with what its tools answered', async () => {
  const tools = [{ name: 'weather', input_schema: SCHEMA }]
  const asked = { model: 'm', max_tokens: 50, tools, messages: [{ role: 'user' as const, content: 'Bonn?' }] }
  const [, streamed] = await Promise.all([stage.serve(REPLY), anthropic.messages.stream(asked).finalMessage()])
  const [, whole] = await Promise.all([stage.serve(REPLY), anthropic.messages.create(asked)])
  const signed = { signature: expect.stringMatching(/./) }
  for (const { content } of [streamed, whole])
    expect(content).toMatchObject([
      { type: 'thinking', thinking: 'Rain? ', ...signed },
      { type: 'text', text: 'One moment.' },
      { type: 'thinking', thinking: 'Both.', ...signed },
      { type: 'tool_use', id: 'call_a', input: { town: 'Bonn' } },
      { type: 'tool_use', id: 'call_b', input: { town: 'Ulm' } },
    ])
  const result = (id: string) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'mild' })
  const answered = [
    ...asked.messages,
    { role: 'assistant' as const, content: streamed.content },
    { role: 'user' as const, content: [result('call_a'), result('call_b')] },
  ]
  const goOn = (messages: Anthropic.MessageParam[]) => anthropic.messages.create({ ...asked, messages })
  const [offer, { content }] = await Promise.all([stage.serve({ tokens: ['Mild.'] }), goOn(answered)])
  expect(offer.messages?.[1]).toMatchObject({ content: 'One moment.', reasoning_content: 'Rain? Both.' })
  // Once the user has spoken they are of an earlier turn, of which models are not shown them.
  const spoken = [...answered, { role: 'assistant' as const, content }, { role: 'user' as const, content: 'Ulm?' }]
  const [later] = await Promise.all([stage.serve({ tokens: ['Mild.'] }), goOn(spoken)])
  expect(later.messages?.[1]).not.toHaveProperty('reasoning_content')
})

test('who asks not to be shown thoughts is shown none, whole and streamed', async () => {
  const asked = { model: 'm', max_tokens: 50, messages: [{ role: 'user' as const, content: 'Hi' }] }
  const thinking = { tokens: ['Hm.', 'Hi'], notes: [{ at: 0, reasoning: true as const }] }
  const disabled = { ...asked, thinking: { type: 'disabled' as const } }
  const [, whole] = await Promise.all([stage.serve(thinking), anthropic.messages.create(disabled)])
  const omitted = { ...asked, thinking: { type: 'adaptive', display: 'omitted' } } as never
  const [, streamed] = await Promise.all([stage.serve(thinking), anthropic.messages.stream(omitted).finalMessage()])
  for (const { content } of [whole, streamed]) expect(content).toMatchObject([{ type: 'text', text: 'Hi' }])
  const adaptive = { ...asked, thinking: { type: 'adaptive' } } as never
  const [, shown] = await Promise.all([stage.serve(thinking), anthropic.messages.create(adaptive)])
  expect((shown as Anthropic.Message).content).toMatchObject([{ thinking: 'Hm.' }, { text: 'Hi' }])
})
