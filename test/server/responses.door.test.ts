import { market as endpoints } from '@mkt/schemas'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeTexts } from '../../server/src/market/retention/purge.ts'
import { ask } from './contract/ask.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
let host: TestHost
let openai: OpenAI
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  host = await place.host()
  openai = new OpenAI({ apiKey: buyer.token, baseURL: `${place.url}/v1`, maxRetries: 0 })
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const USAGE = { prompt_tokens: 7, completion_tokens: 2 }

/** Takes the next job and answers it with these pieces. */
async function serve(tokens: string[], end: object = { finish_reason: 'stop', usage: USAGE }) {
  const offer = await host.next(10)
  if (!offer) throw new Error('no job came')
  await host.results([{ job_id: offer.job_id, offset: 0, tokens }])
  await host.results([{ job_id: offer.job_id, offset: tokens.length, tokens: [], ...end }])
  return offer
}

test('a text with instructions is answered, and kept', async () => {
  const asking = { model: 'm', input: 'Hi', instructions: 'Be short.', max_output_tokens: 9, metadata: { a: 'b' } }
  const [offer, answer] = await Promise.all([serve(['Hel', 'lo']), openai.responses.create(asking)])
  expect(offer).toMatchObject({
    max_tokens: 9,
    messages: [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'Hi' },
    ],
  })
  expect(answer).toMatchObject({ status: 'completed', output_text: 'Hello', instructions: 'Be short.' })
  expect(answer.usage).toMatchObject({ input_tokens: 7, output_tokens: 2, total_tokens: 9 })
  const kept = await openai.responses.retrieve(answer.id)
  expect({ ...kept, output_text: answer.output_text }).toEqual(answer)
})

test('a response goes on with an earlier one, whose instructions it does not take over', async () => {
  const first = { model: 'm', input: 'My name is Ada.', instructions: 'Be short.' }
  const [, { id }] = await Promise.all([serve(['Hi Ada']), openai.responses.create(first)])
  const input = [{ role: 'user' as const, content: [{ type: 'input_text' as const, text: 'Who am I?' }] }]
  const asking = { model: 'm', input, previous_response_id: id }
  const [offer, next] = await Promise.all([serve(['Ada']), openai.responses.create(asking)])
  expect(offer.messages).toEqual([
    { role: 'user', content: 'My name is Ada.' },
    { role: 'assistant', content: 'Hi Ada' },
    { role: 'user', content: 'Who am I?' },
  ])
  expect(next.previous_response_id).toBe(id)
})

test('a token that reads no jobs goes on with no response: whoever does can have it said again', async () => {
  const asking = { model: 'm', input: 'Hi', max_output_tokens: 9 }
  const [, { id }] = await Promise.all([serve(['secret']), openai.responses.create(asking)])
  const token = async (scopes: ('jobs:write' | 'jobs:read')[]) =>
    (await buyer.client.call(endpoints.createToken, { body: { name: 't', scopes } })).token
  const goOn = (apiKey: string) =>
    new OpenAI({ apiKey, baseURL: `${place.url}/v1`, maxRetries: 0 }).responses.create({
      ...asking,
      previous_response_id: id,
    })
  await expect(goOn(await token(['jobs:write']))).rejects.toMatchObject({ status: 403 })
  const [, answer] = await Promise.all([serve(['ok']), goOn(await token(['jobs:write', 'jobs:read']))])
  expect(answer.status).toBe('completed')
})

test('a response streams as its events, numbered, to the whole', async () => {
  const serving = serve(['a', 'b'], { finish_reason: 'length', usage: USAGE })
  const stream = await openai.responses.create({ model: 'm', input: 'x', stream: true })
  const events = []
  for await (const event of stream) events.push(event)
  await serving
  expect(events.map(({ type }) => type)).toEqual([
    ...['response.created', 'response.in_progress', 'response.output_item.added', 'response.content_part.added'],
    ...['response.output_text.delta', 'response.output_text.delta', 'response.output_text.done'],
    ...['response.content_part.done', 'response.output_item.done', 'response.incomplete'],
  ])
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual([...events.keys()])
  const last = events.at(-1) as { response: OpenAI.Responses.Response }
  expect(last.response).toMatchObject({ incomplete_details: { reason: 'max_output_tokens' } })
  expect(last.response.output).toMatchObject([{ content: [{ text: 'ab' }] }])
})

test('a response that fails after it began says so in its stream', async () => {
  const stream = await openai.responses.create({ model: 'm', input: 'x', stream: true })
  const failing = serve(['half'], { error: { code: 'engine_error', message: 'no', retryable: false } })
  const types = []
  for await (const event of stream) types.push(event.type)
  await failing
  expect(types.at(-1)).toBe('response.failed')
})

test('what is not stored, another’s, deleted or erased is not there', async () => {
  const [, unstored] = await Promise.all([
    serve(['x']),
    openai.responses.create({ model: 'm', input: 'x', store: false }),
  ])
  await expect(openai.responses.retrieve(unstored.id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  const [, kept] = await Promise.all([serve(['x']), openai.responses.create({ model: 'm', input: 'x' })])
  const other = await place.user()
  const path = `/v1/responses/${kept.id}`
  for (const method of ['GET', 'DELETE'])
    expect((await ask(place.url, `${method} ${path}`, { as: other.authorization })).status).toBe(404)
  const deleted = await ask(place.url, `DELETE ${path}`, { as: buyer.authorization })
  expect(deleted.body).toEqual({ id: kept.id, object: 'response', deleted: true })
  await expect(openai.responses.retrieve(kept.id)).rejects.toMatchObject({ status: 404 })
  const after = { model: 'm', input: 'x', previous_response_id: kept.id }
  await expect(openai.responses.create(after)).rejects.toMatchObject({ status: 404 })
  const [, old] = await Promise.all([serve(['x']), openai.responses.create({ model: 'm', input: 'x' })])
  await purgeTexts(place.database, Date.now() + 60_000)
  await expect(openai.responses.retrieve(old.id)).rejects.toMatchObject({ status: 404 })
})

test('pictures that functions answer come behind the last answer', async () => {
  const seeing = await place.host({ models: ['seeing'], capabilities: ['tools', 'images'] })
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const image_url = `data:image/png;base64,${png}`
  const call = (call_id: string) => ({ type: 'function_call', call_id, name: 'look', arguments: '{}' })
  const output = [
    { type: 'input_text', text: 'A fox.' },
    { type: 'input_image', image_url },
  ]
  const input = [
    ...[{ role: 'user', content: 'Hi' }, call('a'), call('b')],
    { type: 'function_call_output', call_id: 'a', output },
    { type: 'function_call_output', call_id: 'b', output: 'none' },
  ]
  const json = { model: 'seeing', input, tools: [{ type: 'function', name: 'look', parameters: {} }] }
  const asking = ask(place.url, 'POST /v1/responses', { as: buyer.authorization, json })
  const offer = await seeing.next(10)
  await seeing.results([{ job_id: offer?.job_id, tokens: ['Yes'], finish_reason: 'stop', usage: USAGE }])
  expect((await asking).status).toBe(200)
  expect(offer?.messages?.slice(2)).toEqual([
    { role: 'tool', tool_call_id: 'a', content: 'A fox.' },
    { role: 'tool', tool_call_id: 'b', content: 'none' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What a answered:' },
        { type: 'image_url', image_url: { url: image_url } },
      ],
    },
  ])
})

test('what is wrong or not served is refused by its name', async () => {
  const post = (json: object) => ask(place.url, 'POST /v1/responses', { as: buyer.authorization, json })
  const wrong = (json: object) => post({ model: 'm', input: 'x', ...json })
  for (const [json, param] of [
    [{ input: undefined }, 'input'],
    [{ input: [{ type: 'computer_call' }] }, 'input'],
    [{ input: [] }, 'messages'],
    [{ background: true }, 'background'],
    [{ tools: [{ type: 'web_search' }] }, 'tools.0.type'],
    [{ truncation: 'auto' }, 'truncation'],
    [{ previous_response_id: 'x' }, 'previous_response_id'],
    [{ whatever: 1 }, 'whatever'],
  ] as const) {
    const { status, body } = await wrong(json)
    expect([status, (body as { error: { param: string } }).error.param]).toEqual([400, param])
  }
  expect((await wrong({ model: 'never' })).status).toBe(404)
})
