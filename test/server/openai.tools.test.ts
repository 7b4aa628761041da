import { market as endpoints, type PieceNote } from '@mkt/schemas'
import type OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { chunksOf, openStage, type Stage } from './openai-stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  expect((await stage.place.audit()).faults).toEqual([])
  await stage.place.stop()
})

const weather = {
  type: 'function' as const,
  function: {
    name: 'weather',
    description: 'The weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}
const question = { role: 'user' as const, content: 'What is the weather in Paris and in Rome?' }

/** Two calls at once, as engines stream them: a name, then fragments of the arguments. */
const TWO_CALLS = {
  tokens: ['', '{"city":', '"Paris"}', '', '{"city":"Rome"}'],
  notes: [
    { at: 0, tool_call: { index: 0, id: 'call_a', name: 'weather' } },
    { at: 1, tool_call: { index: 0 } },
    { at: 2, tool_call: { index: 0 } },
    { at: 3, tool_call: { index: 1, id: 'call_b', name: 'weather' } },
    { at: 4, tool_call: { index: 1 } },
  ] satisfies PieceNote[],
  finish_reason: 'tool_calls',
}
const CALLS = [
  { id: 'call_a', type: 'function' as const, function: { name: 'weather', arguments: '{"city":"Paris"}' } },
  { id: 'call_b', type: 'function' as const, function: { name: 'weather', arguments: '{"city":"Rome"}' } },
]
type More = Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>
const create = (more: More = {}) =>
  stage.openai.chat.completions.create({ model: 'm', messages: [question], tools: [weather], ...more })

test('parallel calls are answered whole, and the host gets the tools as they were sent', async () => {
  const choice = { tool_choice: 'auto' as const, parallel_tool_calls: true }
  const [offer, answer] = await Promise.all([stage.serve(TWO_CALLS), create(choice)])
  expect(offer).toMatchObject({ tools: [weather], ...choice })
  expect(answer.choices).toEqual([
    { index: 0, message: { role: 'assistant', content: null, tool_calls: CALLS }, finish_reason: 'tool_calls' },
  ])
})

test('calls stream as deltas of their arguments, by their index', async () => {
  const serving = stage.serve(TWO_CALLS)
  const params = { model: 'm', messages: [question], tools: [weather] }
  const stream = stage.openai.chat.completions.stream(params)
  const deltas: object[] = []
  stream.on('chunk', (chunk) => deltas.push(...(chunk.choices[0]?.delta.tool_calls ?? [])))
  const whole = await stream.finalChatCompletion()
  await serving
  expect(whole.choices[0]?.message.tool_calls).toMatchObject(CALLS)
  expect(whole.choices[0]?.finish_reason).toBe('tool_calls')
  expect(deltas).toEqual([
    { index: 0, id: 'call_a', type: 'function', function: { name: 'weather', arguments: '' } },
    { index: 0, function: { arguments: '{"city":' } },
    { index: 0, function: { arguments: '"Paris"}' } },
    { index: 1, id: 'call_b', type: 'function', function: { name: 'weather', arguments: '' } },
    { index: 1, function: { arguments: '{"city":"Rome"}' } },
  ])
})

test('the calls and their results travel back to the host, whatever else their answer held', async () => {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    question,
    { role: 'assistant', content: null, tool_calls: CALLS },
    { role: 'tool', tool_call_id: 'call_a', content: '18 degrees' },
    { role: 'tool', tool_call_id: 'call_b', content: [{ type: 'text', text: '25 degrees' }] },
  ]
  const [offer, answer] = await Promise.all([stage.serve({ tokens: ['Mild.'] }), create({ messages })])
  expect(offer.messages).toEqual([
    question,
    { role: 'assistant', content: '', tool_calls: CALLS },
    { role: 'tool', content: '18 degrees', tool_call_id: 'call_a' },
    { role: 'tool', content: '25 degrees', tool_call_id: 'call_b' },
  ])
  expect(offer.input_text).toContain('weather({"city":"Paris"})')
  expect(answer.choices[0]).toMatchObject({ message: { content: 'Mild.' }, finish_reason: 'stop' })
})

test('a call to which its host gave no id has one, the same in each form of the answer', async () => {
  const notes = [{ at: 0, tool_call: { index: 0, name: 'weather' } }]
  const reply = { tokens: ['{}'], notes }
  const [, answer] = await Promise.all([stage.serve(reply), create()])
  expect(answer.choices[0]).toMatchObject({
    message: { tool_calls: [{ id: expect.stringMatching(/^call_.+_0$/) }] },
    // As engines say of a tool that they were told to call.
    finish_reason: 'tool_calls',
  })
})

test('what was called counts as delivered: its name and its arguments', async () => {
  const usage = { completion_tokens: 500 }
  const [offer] = await Promise.all([stage.serve({ ...TWO_CALLS, usage }), create()])
  const { job_id } = offer
  const job = await stage.buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
  expect(job.tokens_generated).toBe(2 * 'weather'.length + '{"city":"Paris"}{"city":"Rome"}'.length)
})

test.each<[string, More, object]>([
  ['a tool that there is not', {}, { tokens: ['{}'], notes: [{ at: 0, tool_call: { index: 0, name: 'delete' } }] }],
  ['none where one had to be called', { tool_choice: 'required' }, { tokens: ['It is mild.'] }],
  ['one where none was to be called', { tool_choice: 'none' }, TWO_CALLS],
  [
    'strictly, with arguments that do not fit',
    { tools: [{ ...weather, function: { ...weather.function, strict: true } }] },
    { tokens: ['{"town":1}'], notes: [{ at: 0, tool_call: { index: 0, name: 'weather' } }] },
  ],
])('a host that calls %s has failed; the job goes elsewhere, free', async (_what, more, wrong) => {
  const other = await stage.place.host({ capabilities: ['tools'], models: ['m', 'other'] })
  const right = more.tool_choice === 'none' ? { tokens: ['No.'] } : TWO_CALLS
  const asking = create(more)
  const { job_id, attempt } = await stage.serve({ ...wrong, finish_reason: 'stop' })
  await stage.serve(right, other)
  expect((await asking).choices[0]?.finish_reason).toBe(more.tool_choice === 'none' ? 'stop' : 'tool_calls')
  const job = await stage.buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
  expect(job).toMatchObject({ attempts: 2, status: 'completed', host_id: other.host_id })
  const late = { job_id, attempt, offset: 0, tokens: [], finish_reason: 'stop' }
  expect((await stage.host.results([late]))[0]).toMatchObject({ state: 'lost' })
})

test('a request with tools goes only to hosts that can do them, and where there is none it is refused', async () => {
  await stage.place.host({ models: ['plain'] })
  const refused = await create({ model: 'plain' }).catch((error) => error)
  expect(refused).toMatchObject({ status: 400, param: 'tools', message: expect.stringContaining('needs tools') })
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'assistant', tool_calls: CALLS.slice(0, 1) },
    { role: 'tool', tool_call_id: 'call_a', content: '' },
  ]
  const again = await create({ model: 'plain', messages, tools: [] }).catch((error) => error)
  expect(again).toMatchObject({ status: 400, param: 'tools' })
})

test('POST /run/model takes the same; its stream and detail=full give the calls', async () => {
  const asked = { messages: [question], tools: [weather], tool_choice: 'required' as const }
  const { job_id } = await stage.buyer.client.call(endpoints.runModel, { body: { model: 'm', ...asked } })
  await stage.serve({ ...TWO_CALLS, tokens: ['Well.', ...TWO_CALLS.tokens], notes: later(TWO_CALLS.notes) })
  const job = await stage.buyer.client.call(endpoints.getJob, { params: { job_id }, query: { detail: 'full' } })
  expect(job).toMatchObject({ ...asked, output_text: 'Well.', tool_calls: CALLS, finish_reason: 'tool_calls' })
  const bare = await stage.buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
  expect(bare).not.toHaveProperty('tool_calls')
  const { text } = await ask(stage.place.url, `GET /jobs/${job_id}/stream`, { as: stage.buyer.authorization })
  const events = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data]) => JSON.parse(data as string))
  expect(events.map(({ token }) => token).join('')).toBe('Well.')
  expect(events[1]).toEqual({
    token: '',
    tool_call: { index: 0, id: 'call_a', name: 'weather', arguments: '' },
  })
  expect(events[3]).toEqual({ token: '', tool_call: { index: 0, arguments: '"Paris"}' } })
})

const later = (notes: PieceNote[]) => notes.map((note) => ({ ...note, at: note.at + 1 }))

test('a host that speaks of calls in a job without tools gives text', async () => {
  const reply = { tokens: ['plain'], notes: [{ at: 0, tool_call: { index: 0, name: 'weather' } }] }
  const params = { model: 'm', messages: [question], stream: true as const }
  const serving = stage.serve({ ...reply, finish_reason: 'tool_calls' })
  const chunks = await chunksOf(await stage.openai.chat.completions.create(params))
  await serving
  expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('plain')
  expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
})
