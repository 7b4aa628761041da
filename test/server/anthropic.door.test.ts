import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
let host: TestHost
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  host = await place.host()
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const USAGE = { prompt_tokens: 7, completion_tokens: 2 }
const HI = [{ role: 'user', content: 'Hi' }]
const post = (json: object, headers: Record<string, string> = { 'x-api-key': buyer.token }) =>
  ask(place.url, 'POST /v1/messages', { json: { model: 'm', max_tokens: 9, messages: HI, ...json }, headers })

/** Takes the next job and answers it with these pieces. */
async function serve(tokens: string[], end: object = { finish_reason: 'stop', usage: USAGE }) {
  const offer = await host.next(10)
  if (!offer) throw new Error('no job came')
  await host.results([{ job_id: offer.job_id, offset: 0, tokens }])
  await host.results([{ job_id: offer.job_id, offset: tokens.length, tokens: [], ...end }])
  return offer
}

test('a chat is answered whole, with the key in X-Api-Key', async () => {
  const system = [{ type: 'text', text: 'Be short.', cache_control: { type: 'ephemeral' } }]
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
    { role: 'user', content: [{ type: 'text', text: 'And?' }] },
  ]
  const asking = post({ system, messages, stop_sequences: ['x'], temperature: 0.5, top_p: 0.9 })
  const [offer, { status, body }] = await Promise.all([serve(['Hel', 'lo']), asking])
  expect(offer).toMatchObject({ max_tokens: 9, temperature: 0.5, top_p: 0.9, stop: ['x'] })
  expect(offer.messages).toEqual([
    { role: 'system', content: 'Be short.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    { role: 'user', content: 'And?' },
  ])
  expect([status, body]).toEqual([
    200,
    {
      ...{ id: expect.stringMatching(/^msg_/), type: 'message', role: 'assistant', model: 'm' },
      content: [{ type: 'text', text: 'Hello' }],
      ...{ stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 7, output_tokens: 2 } },
    },
  ])
})

test('a chat streams as events by their names', async () => {
  const serving = serve(['a', 'b'], { finish_reason: 'length', usage: USAGE })
  const { text } = await post({ stream: true })
  await serving
  const events = text
    .split('\n\n')
    .filter((event) => event.startsWith('event: '))
    .map((event) => /^event: (\S+)\ndata: (.*)$/.exec(event) ?? [])
    .map(([, name, data]) => ({ name, ...(JSON.parse(data as string) as object) }))
  expect(events).toMatchObject([
    { name: 'message_start', message: { content: [], stop_reason: null } },
    { name: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { name: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } },
    { name: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'b' } },
    { name: 'content_block_stop', index: 0 },
    { name: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: { input_tokens: 7, output_tokens: 2 } },
    { name: 'message_stop' },
  ])
})

test('errors are Anthropic’s, of requests and in streams', async () => {
  const refused = (type: string) => ({ type: 'error', error: { type, message: expect.any(String) } })
  expect(await post({}, {})).toMatchObject({ status: 401, body: refused('authentication_error') })
  expect(await post({}, { 'x-api-key': 'mkt_u_nobody' })).toMatchObject({ status: 401 })
  expect(await post({ model: 'never' })).toMatchObject({ status: 404, body: refused('not_found_error') })
  for (const wrong of [
    { max_tokens: undefined },
    { messages: [] },
    { messages: [{ role: 'system', content: 'x' }] },
    { messages: [{ role: 'user', content: [{ type: 'document' }] }] },
    { thinking: { type: 'enabled', budget_tokens: 1024 } },
    { whatever: 1 },
  ])
    expect(await post(wrong)).toMatchObject({ status: 400, body: refused('invalid_request_error') })
  const failing = serve(['half'], { error: { code: 'engine_error', message: 'no', retryable: false } })
  const { text } = await post({ stream: true })
  await failing
  expect(text.trimEnd().split('\n').at(-1)).toContain('"type":"overloaded_error"')
})

test('a key in X-Api-Key opens nothing else', async () => {
  expect((await ask(place.url, 'GET /users/me', { headers: { 'x-api-key': buyer.token } })).status).toBe(401)
})

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PICTURE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }

test('what tools answer reaches the model whole: pictures behind the texts, and that one failed', async () => {
  const seeing = await place.host({ models: ['seeing'], capabilities: ['tools', 'images'] })
  const call = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} })
  const results = [
    { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'A fox.' }, PICTURE] },
    { type: 'tool_result', tool_use_id: 'b', content: 'No such room.', is_error: true },
    { type: 'text', text: 'Well?' },
  ]
  const messages = [...HI, { role: 'assistant', content: [call('a'), call('b')] }, { role: 'user', content: results }]
  const tools = [{ name: 'look', input_schema: { type: 'object' } }]
  const asking = post({ model: 'seeing', messages, tools })
  const offer = await seeing.next(10)
  await seeing.results([{ job_id: offer?.job_id, tokens: ['Yes'], finish_reason: 'stop', usage: USAGE }])
  expect((await asking).status).toBe(200)
  expect(offer?.messages?.slice(2)).toEqual([
    { role: 'tool', tool_call_id: 'a', content: 'A fox.' },
    { role: 'tool', tool_call_id: 'b', content: 'Error: No such room.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What a answered:' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
        { type: 'text', text: 'Well?' },
      ],
    },
  ])
})

test.each(['output_config', 'output_format'])('a schema in %s is that of the answer', async (member) => {
  const exact = await place.host({ models: [member], capabilities: ['json_schema'] })
  const schema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] }
  const format = { type: 'json_schema', schema }
  const asking = post({ model: member, [member]: member === 'output_config' ? { format } : format })
  const offer = await exact.next(30)
  expect(offer?.response_format).toMatchObject({ type: 'json_schema', json_schema: { schema, strict: true } })
  await exact.results([{ job_id: offer?.job_id, tokens: ['{"word": "x"}'], finish_reason: 'stop', usage: USAGE }])
  expect((await asking).status).toBe(200)
  const effort = await post({ output_config: { effort: 'high' } })
  expect([effort.status, effort.text]).toEqual([400, expect.stringContaining('output_config.effort is not supported')])
})

test('a picture by its address is refused, and it is said why', async () => {
  const content = [{ type: 'image', source: { type: 'url', url: 'https://x.test/a.png' } }]
  const { status, text } = await post({ messages: [{ role: 'user', content }] })
  expect([status, text]).toEqual([400, expect.stringContaining('no address is fetched')])
})

// Before: each of them was judged first, which took a busy server a second; and words of a library answered.
test('of ten thousand results none is looked at where all are too long together, or too many', async () => {
  const said = async (length: number, tool_use_id: string) => {
    const content = Array.from({ length }, () => ({ type: 'tool_result', tool_use_id, content: '1' }))
    const { status, body } = await post({ messages: [{ role: 'user', content }] })
    return [status, (body as { error: { message: string } }).error.message]
  }
  expect(await said(9990, 'x'.repeat(201))).toEqual([400, 'messages must be at most 262144 bytes together'])
  expect(await said(10_001, '')).toEqual([400, 'messages must be at most 262144 bytes together'])
  expect(await said(2, 'x'.repeat(201))).toEqual([400, expect.stringContaining('at most 200 characters')])
})

// Before: what was cached was counted in both, and clients that add them up showed nearly twice the prompt.
test('tokens that were cached are no input tokens beside', async () => {
  const usage = { prompt_tokens: 100, cached_tokens: 90, completion_tokens: 2 }
  const [, { body }] = await Promise.all([serve(['x'], { finish_reason: 'stop', usage }), post({})])
  const counted = { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 1 }
  expect((body as { usage: object }).usage).toEqual(counted)
})

test('what asks for nothing is passed over, and a strict tool is strict', async () => {
  const tool = { name: 'look', input_schema: { type: 'object' }, strict: true, eager_input_streaming: true }
  const able = await place.host({ models: ['strict'], capabilities: ['tools'] })
  const asking = post({ model: 'strict', tools: [tool], cache_control: { type: 'ephemeral' } })
  const offer = await able.next(10)
  await able.results([{ job_id: offer?.job_id, tokens: ['x'], finish_reason: 'stop', usage: USAGE }])
  expect((await asking).status).toBe(200)
  expect(offer?.tools?.[0]?.function).toMatchObject({ name: 'look', strict: true })
})

// Before: "is not a parameter that is known here", which its tool runner takes for an error of the caller's.
test('a thread is refused in the words by which its client goes on without one', async () => {
  const { status, body } = await post({ thread: { type: 'create' } })
  const details = { error_code: 'thread_unsupported_request', unsupported: ['thread'] }
  const message = expect.stringContaining('pass thread: false')
  expect([status, body]).toMatchObject([400, { error: { type: 'invalid_request_error', message, details } }])
  const client = new Anthropic({ apiKey: buyer.token, baseURL: place.url, maxRetries: 0 })
  const asked = { model: 'm', max_tokens: 9, messages: [{ role: 'user' as const, content: 'Hi' }], tools: [] }
  const runner = client.beta.messages.toolRunner({
    ...asked,
    unsupportedRequestBehavior: 'continue_unthreaded',
  } as never)
  const [, answer] = await Promise.all([serve(['Hello']), runner.runUntilDone()])
  expect(answer.content).toMatchObject([{ type: 'text', text: 'Hello' }])
})

// Before: end_turn in any case, and programs that ask with a stop sequence look for it.
test('a message says at which of its stop sequences it stopped, where the engine said so', async () => {
  const client = new Anthropic({ apiKey: buyer.token, baseURL: place.url, maxRetries: 0 })
  const asked = { model: 'm', max_tokens: 9, messages: HI as Anthropic.MessageParam[], stop_sequences: ['END', 'x'] }
  const end = (stop_sequence?: string) => ({ finish_reason: 'stop', usage: USAGE, stop_sequence })
  const [, whole] = await Promise.all([serve(['Hi'], end('END')), client.messages.create(asked)])
  const [, streamed] = await Promise.all([serve(['Hi'], end('x')), client.messages.stream(asked).finalMessage()])
  expect([whole, streamed]).toMatchObject([
    { stop_reason: 'stop_sequence', stop_sequence: 'END', content: [{ text: 'Hi' }] },
    { stop_reason: 'stop_sequence', stop_sequence: 'x', content: [{ text: 'Hi' }] },
  ])
  for (const said of [undefined, 'not asked for']) {
    const [, other] = await Promise.all([serve(['Hi'], end(said)), client.messages.create(asked)])
    expect(other).toMatchObject({ stop_reason: 'end_turn', stop_sequence: null })
  }
  const [offer] = await Promise.all([serve(['Hi'], end('END')), client.messages.create(asked)])
  const ended = await ask(place.url, `GET /jobs/${offer.job_id}`, { as: buyer.authorization })
  expect(ended.body).toMatchObject({ output_text: 'Hi' })
  const stream = await ask(place.url, `GET /jobs/${offer.job_id}/stream`, { as: buyer.authorization })
  expect(stream.text.match(/data: /g)).toHaveLength(2)
})
