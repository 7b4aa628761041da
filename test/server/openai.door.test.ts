import { market as endpoints } from '@mkt/schemas'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
let host: TestHost
let openai: OpenAI
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  host = await place.host({ price: 1_000_000n })
  openai = new OpenAI({ apiKey: buyer.token, baseURL: `${place.url}/v1`, maxRetries: 0 })
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

/** Takes the next job and answers it with these pieces. */
async function serve(tokens: string[], end: object = { finish_reason: 'stop' }) {
  const offer = await host.next(10)
  if (!offer) throw new Error('no job came')
  await host.results([{ job_id: offer.job_id, offset: 0, tokens }])
  await host.results([{ job_id: offer.job_id, offset: tokens.length, tokens: [], ...end }])
  return offer
}

const chat = [
  { role: 'system' as const, content: 'Be short.' },
  { role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] },
]

test('models are listed', async () => {
  const ids = []
  for await (const model of openai.models.list()) ids.push(model.id)
  expect(ids).toEqual(['m'])
})

test('one model is described, with when it was first offered, whatever its name', async () => {
  const before = Math.floor(Date.now() / 1000) - 60
  await place.host({ models: ['org/deep/model:7b'] })
  const model = await openai.models.retrieve('org/deep/model:7b')
  expect(model).toEqual({
    ...{ id: 'org/deep/model:7b', object: 'model', created: expect.any(Number), owned_by: 'mkt' },
    ...{ context_length: null, max_completion_tokens: 4096, available_hosts: 1, capabilities: [] },
    pricing: { prompt: '0', completion: '0.001' },
  })
  expect(model.created).toBeGreaterThan(before)
  expect((await openai.models.list()).data).toContainEqual(model)
  const slashes = await ask(place.url, 'GET /v1/models/org/deep/model:7b', { as: buyer.authorization })
  expect(slashes.body).toEqual(model)
  await expect(openai.models.retrieve('never/was')).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
})

test('a model is as old as its first host, also after that one has left it', async () => {
  const first = await place.host({ models: ['aging'] })
  await place.database.transaction((tx) =>
    tx.run(
      { compile: () => ({ sql: "update models set first_seen_at = 5000 where model = 'aging'", bindings: [] }) },
      {},
    ),
  )
  await first.client.call(endpoints.changeHost, { body: { models: ['other'] } })
  await place.host({ models: ['aging'] })
  expect((await openai.models.retrieve('aging')).created).toBe(5)
})

test('a chat is answered whole, its messages and options travel to the host', async () => {
  const usage = { prompt_tokens: 7, completion_tokens: 2 }
  const [offer, answer] = await Promise.all([
    serve(['Hel', 'lo'], { finish_reason: 'stop', usage }),
    openai.chat.completions.create({
      model: 'm',
      messages: chat,
      max_completion_tokens: 9,
      stop: 'x',
      seed: 3,
      top_p: 0.5,
    }),
  ])
  expect(offer).toMatchObject({
    messages: [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'Hi' },
    ],
    input_text: 'System: Be short.\n\nUser: Hi\n\nAssistant:',
    max_tokens: 9,
    stop: ['x'],
    seed: 3,
    top_p: 0.5,
  })
  expect(offer).not.toHaveProperty('raw')
  expect(answer.choices).toEqual([
    { index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' },
  ])
  expect(answer.usage).toEqual({ prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 })
})

test('a chat streams, with usage when asked for', async () => {
  const serving = serve(['a', 'b', 'c'], { finish_reason: 'length' })
  const stream = await openai.chat.completions.create({
    model: 'm',
    messages: chat,
    stream: true,
    stream_options: { include_usage: true },
  })
  const chunks = []
  for await (const chunk of stream) chunks.push(chunk)
  await serving
  expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('abc')
  const roles = chunks.map((chunk) => chunk.choices[0]?.delta.role)
  expect(roles).toEqual(['assistant', ...roles.slice(1).map(() => undefined)])
  expect(chunks.map((chunk) => chunk.choices[0]?.finish_reason).filter(Boolean)).toEqual(['length'])
  expect(chunks.at(-1)?.usage).toEqual({ prompt_tokens: 0, completion_tokens: 3, total_tokens: 3 })
})

test('a stream without any text says who speaks all the same', async () => {
  const serving = serve([])
  const stream = await openai.chat.completions.create({ model: 'm', messages: chat, stream: true })
  const deltas = []
  for await (const chunk of stream) deltas.push(chunk.choices[0]?.delta)
  await serving
  expect(deltas).toEqual([{ role: 'assistant' }])
})

test('a completion is answered, and without max_tokens reserves what the model gives and the balance covers', async () => {
  const [offer, answer] = await Promise.all([
    serve(['42']),
    openai.completions.create({ model: 'm', prompt: 'six by seven' }),
  ])
  expect(offer).toMatchObject({ input_text: 'six by seven', max_tokens: 4096, raw: true })
  expect(answer.choices[0]).toMatchObject({ text: '42', finish_reason: 'stop' })
  const poor = await place.user()
  await place.host({ models: ['dear'], price: 30_000_000_000n })
  const client = new OpenAI({ apiKey: poor.token, baseURL: `${place.url}/v1`, maxRetries: 0 })
  const stream = await client.completions.create({ model: 'dear', prompt: 'x', stream: true })
  stream.controller.abort()
  const [job] = (await place.database.all(
    { compile: () => ({ sql: `select max_tokens from jobs where user_id = '${poor.user_id}'`, bindings: [] }) },
    {},
  )) as { max_tokens: number }[]
  expect(job?.max_tokens).toBe(3)
})

test('a request that is dropped is cancelled', async () => {
  const stream = await openai.chat.completions.create({ model: 'm', messages: chat, stream: true })
  const offer = await host.next(10)
  stream.controller.abort()
  await expect
    .poll(async () => (await host.results([{ job_id: offer?.job_id, offset: 0, tokens: [] }]))[0]?.state)
    .toBe('cancelled')
})

test("errors are OpenAI's", async () => {
  const create = (client: OpenAI, model: string, more = {}) =>
    client.chat.completions.create({ model, messages: chat, ...more }).catch((error) => error)
  const stranger = new OpenAI({ apiKey: 'mkt_u_nobody', baseURL: `${place.url}/v1`, maxRetries: 0 })
  expect(await create(stranger, 'm')).toMatchObject({ status: 401, code: 'invalid_api_key' })
  expect(await create(openai, 'never')).toMatchObject({ status: 404, code: 'model_not_found' })
  expect(await create(openai, 'm', { temperature: 9 })).toMatchObject({ status: 400, param: 'temperature' })
  expect(await create(openai, 'm', { n: 9 })).toMatchObject({ status: 400, param: 'n' })
  expect(await create(openai, 'dear', { max_tokens: 4000 })).toMatchObject({ status: 402, code: 'insufficient_quota' })
})

test('a job that fails before its text is a 503, after it an error in the stream', async () => {
  const failing = { error: { code: 'engine_error', message: 'no', retryable: false } }
  const [, whole] = await Promise.all([
    serve([], failing),
    openai.chat.completions.create({ model: 'm', messages: chat }).catch((error) => error),
  ])
  expect(whole).toMatchObject({ status: 503, code: 'no_host_available' })
  const stream = await openai.chat.completions.create({ model: 'm', messages: chat, stream: true })
  const reading = (async () => {
    let text = ''
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    return text
  })().catch((error) => error)
  await serve(['half'], failing)
  expect(await reading).toMatchObject({ code: 'no_host_available' })
})
