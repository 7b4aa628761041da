import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Agent, startAgent } from '../../agent/src/index.ts'
import { type Marketplace, startMarketplace } from '../server/marketplace.ts'
import { type Lack, startAbleEngine } from './able-engine.ts'

let place: Marketplace
let openai: OpenAI
const folder = mkdtempSync(join(tmpdir(), 'mkt-able-'))
const ends: (() => unknown)[] = []
beforeAll(async () => {
  place = await startMarketplace()
  const buyer = await place.user()
  openai = new OpenAI({ apiKey: buyer.token, baseURL: `${place.url}/v1`, maxRetries: 0 })
})
afterAll(async () => {
  for (const end of ends) await end()
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
  rmSync(folder, { recursive: true, force: true })
})

const silent = { write: () => undefined }

/** Starts an agent before an engine, and waits until its model can be bought. */
async function open(model: string, backend: object, lacks: Lack[] = []) {
  const engine = await startAbleEngine(lacks)
  const settings = { server: place.url, price: '0.001', gpu: 'GPU', state: join(folder, model), ...backend }
  const agent: Agent = await startAgent({
    settings: { ...settings, model: `${model}=tiny`, endpoint_url: engine.url },
    log: silent,
  })
  ends.push(async () => {
    agent.kill()
    await agent.done.catch(() => undefined)
    await engine.close()
  })
  const offered = async () => expect(await capabilitiesOf(model)).toBeDefined()
  await vi.waitFor(offered, { timeout: 30_000, interval: 100 })
  return engine
}

/** What is on offer of a model; undefined until it is. */
async function capabilitiesOf(model: string): Promise<string[] | undefined> {
  const { models } = await place.connect().call(endpoints.models, { query: { detail: 'full' } })
  const found = models.find(({ name }) => name === model)
  return found && found.available_hosts > 0 ? found.capabilities?.filter((name) => name !== 'prefix') : undefined
}

const ALL = ['tools', 'json_schema', 'logprobs', 'images', 'embeddings', 'rerank']
const tools: OpenAI.ChatCompletionTool[] = [
  { type: 'function', function: { name: 'say', parameters: { type: 'object', properties: {} } } },
]
const user = { role: 'user' as const, content: 'Hi' }
const PIXEL = [
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  '+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
].join('')
const CALLS = [
  { id: 'call_1', type: 'function', function: { name: 'say', arguments: '{"word":"hi"}' } },
  { id: 'call_2', type: 'function', function: { name: 'say', arguments: '{"word":"ho"}' } },
]

let engine: Awaited<ReturnType<typeof startAbleEngine>>
let name: string
const create = (more: object) => openai.chat.completions.create({ model: name, messages: [user], ...more })
const lastAsked = () => engine.asked.at(-1)

function answers(): void {
  test('the agent has seen what the engine can do, and says so', async () => {
    expect(await capabilitiesOf(name)).toEqual(ALL)
  })

  test('calls come whole and streamed, and their results go back', async () => {
    const answer = await create({ tools, tool_choice: 'required', parallel_tool_calls: true })
    expect(answer.choices[0]).toMatchObject({ message: { tool_calls: CALLS }, finish_reason: 'tool_calls' })
    expect(lastAsked()).toMatchObject({ tools, tool_choice: 'required', parallel_tool_calls: true })
    const stream = openai.chat.completions.stream({ model: name, messages: [user], tools })
    expect((await stream.finalChatCompletion()).choices[0]?.message.tool_calls).toMatchObject(CALLS)
    const results = CALLS.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'done' }))
    const messages = [user, { role: 'assistant', content: null, tool_calls: CALLS }, ...results]
    const then = await create({ messages, tools })
    expect(then.choices[0]?.message.content).toBe('Hello')
    const [, called, first] = lastAsked()?.messages ?? []
    expect(called).toMatchObject({ role: 'assistant', tool_calls: CALLS })
    expect(first).toMatchObject({ role: 'tool', tool_call_id: 'call_1', content: 'done' })
  })

  test('a format travels to the engine, and its answer fits', async () => {
    const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }
    const response_format = { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } }
    const answer = await create({ response_format })
    expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({ ok: true })
    expect(lastAsked()).toMatchObject({ response_format })
  })
}

function more(): void {
  test('likelihoods and pictures pass', async () => {
    const likely = await create({ logprobs: true, top_logprobs: 2 })
    expect(likely.choices[0]?.logprobs?.content).toEqual([
      {
        ...{ token: 'Hi', logprob: -0.1, bytes: [72, 105] },
        top_logprobs: [
          { token: 'Hi', logprob: -0.1, bytes: [72, 105] },
          { token: '\ufffd', logprob: -3, bytes: [195] },
        ],
      },
    ])
    const content = [
      { type: 'text', text: 'What?' },
      { type: 'image_url', image_url: { url: PIXEL } },
    ]
    const seen = await create({ messages: [{ role: 'user', content }] })
    expect(seen.choices[0]?.message.content).toBe('2 parts')
  })

  test('vectors and scores pass, many texts some at a time, and are counted together', async () => {
    const input = Array.from({ length: 70 }, (_, at) => 'x'.repeat(at + 1))
    const { data, usage } = await openai.embeddings.create({ model: name, input })
    expect(data.map(({ embedding }) => embedding)).toEqual(input.map((text) => [text.length, 0.5]))
    expect(usage).toEqual({ prompt_tokens: 210, total_tokens: 210 })
    expect(engine.asked.slice(-3).map((body) => body.input?.length)).toEqual([32, 32, 6])
    const body = { model: name, query: 'water', documents: ['oil', 'wet', 'tear'] }
    const ranked = await openai.post<{ results: object[] }>('/rerank', { body })
    expect(ranked.results[0]).toEqual({ index: 2, relevance_score: 0.4 })
  })

  test('thoughts, usage and sampling pass', async () => {
    const sampling = { frequency_penalty: 0.5, presence_penalty: -1, logit_bias: { 42: -100 }, top_k: 40, min_p: 0.05 }
    const thought = await create({ ...sampling, stop: ['x'], seed: 3 })
    expect(thought.choices[0]?.message).toMatchObject({ content: 'Hello', reasoning_content: 'Hm.' })
    expect(thought.usage).toMatchObject({
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 1 },
    })
    expect(lastAsked()).toMatchObject({ ...sampling, stop: ['x'], seed: 3 })
  })

  test('n answers come from as many generations', async () => {
    const answer = await create({ n: 3 })
    expect(answer.choices.map(({ index, message }) => [index, message.content])).toEqual([
      [0, 'Hello'],
      [1, 'Hello'],
      [2, 'Hello'],
    ])
  })
}

describe.each([
  ['huggingface', { backend: 'huggingface' }],
  ['langchain', { backend: 'langchain', provider: 'openai' }],
  ['worker', { backend: 'worker' }],
])('through %s', (backendName, backend) => {
  beforeAll(async () => {
    name = backendName
    engine = await open(name, backend)
  })
  answers()
  more()
})

test('an engine that makes vectors alone sells those, and no text is asked of it', async () => {
  const model = 'vectors'
  await open(model, { backend: 'worker' }, ['text', 'rerank'])
  expect(await capabilitiesOf(model)).toEqual(['embeddings', 'vectors_only'])
  const { data } = await openai.embeddings.create({ model, input: 'four' })
  expect(data[0]?.embedding).toEqual([4, 0.5])
  const refused = await openai.chat.completions.create({ model, messages: [user] }).catch((error) => error)
  expect(refused).toMatchObject({ status: 400, param: 'model', message: expect.stringContaining('no text') })
})

test.each<[Lack, object, string]>([
  ['tools', { tools, tool_choice: 'required' }, 'tools'],
  ['json_schema', { response_format: { type: 'json_object' } }, 'response_format'],
  ['logprobs', { logprobs: true }, 'logprobs'],
  ['images', { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: PIXEL } }] }] }, 'messages'],
])('what an engine cannot do (%s) its agent does not claim, and who asks for it is told', async (lack, more, param) => {
  const model = `no-${lack}`
  await open(model, { backend: 'worker' }, [lack])
  expect(await capabilitiesOf(model)).toEqual(ALL.filter((name) => name !== lack))
  const request = { model, messages: [user], ...more } as OpenAI.ChatCompletionCreateParamsNonStreaming
  const refused = await openai.chat.completions.create(request).catch((error) => error)
  expect(refused).toMatchObject({ status: 400, param, message: expect.stringContaining(`needs ${lack}`) })
})
