import { createRequire } from 'node:module'
import { textOf } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

/** What is used here of LangChain, which is a dependency of the agent. */
interface Message {
  text: string
  usage_metadata?: { input_tokens: number; output_tokens: number; total_tokens: number }
  response_metadata: { finish_reason?: string; model_name?: string }
}
interface Runnable<Input, Output> {
  invoke(input: Input, options?: { signal?: AbortSignal }): Promise<Output>
  stream(input: Input): Promise<AsyncIterable<Output>>
  batch(inputs: Input[]): Promise<Output[]>
  pipe<Next>(next: Runnable<Output, Next>): Runnable<Input, Next>
}
type Chat = Runnable<unknown, Message>
interface LangChain {
  ChatOpenAI: new (fields: object) => Chat
  ChatPromptTemplate: { fromMessages(messages: [string, string][]): Runnable<object, unknown> }
  StringOutputParser: new () => Runnable<Message, string>
}

const fromAgent = createRequire(new URL('../../agent/package.json', import.meta.url))
const { ChatOpenAI, ChatPromptTemplate, StringOutputParser }: LangChain = {
  ...fromAgent('@langchain/openai'),
  ...fromAgent('@langchain/core/prompts'),
  ...fromAgent('@langchain/core/output_parsers'),
}

let place: Marketplace
let buyer: TestUser
let host: TestHost
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  host = await place.host({ models: ['m'] })
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const chat = (fields: object = {}): Chat =>
  new ChatOpenAI({
    model: 'm',
    apiKey: buyer.token,
    configuration: { baseURL: `${place.url}/v1` },
    maxRetries: 0,
    ...fields,
  })

/** Takes the next job and answers it with these pieces. */
async function serve(tokens: string[], end: object = { finish_reason: 'stop' }) {
  const offer = await host.next(10)
  if (!offer) throw new Error('no job came')
  await host.results([{ job_id: offer.job_id, offset: 0, tokens, ...end }])
  return offer
}

test('ChatOpenAI invokes, with its options, usage and finish_reason', async () => {
  const usage = { prompt_tokens: 5, completion_tokens: 2 }
  const [offer, answer] = await Promise.all([
    serve(['Hel', 'lo'], { finish_reason: 'length', usage }),
    chat({ temperature: 0.25, maxTokens: 9, topP: 0.5, stop: ['x'] }).invoke([
      ['system', 'Be short.'],
      ['human', 'Hi'],
      ['ai', 'Ho'],
      ['human', [{ type: 'text', text: 'Again' }]],
    ]),
  ])
  expect(offer).toMatchObject({
    messages: [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Ho' },
      { role: 'user', content: 'Again' },
    ],
    max_tokens: 9,
    temperature: 0.25,
    top_p: 0.5,
    stop: ['x'],
  })
  expect(answer.text).toBe('Hello')
  expect(answer.usage_metadata).toMatchObject({ input_tokens: 5, output_tokens: 2, total_tokens: 7 })
  expect(answer.response_metadata).toMatchObject({ finish_reason: 'length', model_name: 'm' })
})

test('ChatOpenAI streams token by token, its usage at the end', async () => {
  const serving = serve(['a', 'b', 'c'])
  const chunks = await Array.fromAsync(await chat().stream('Hi'))
  await serving
  expect(chunks.map((chunk) => chunk.text).filter((text) => text !== '')).toEqual(['a', 'b', 'c'])
  expect(chunks.map((chunk) => chunk.response_metadata.finish_reason).filter(Boolean)).toEqual(['stop'])
  expect(chunks.find((chunk) => chunk.usage_metadata)?.usage_metadata).toMatchObject({ output_tokens: 3 })
})

test('a chain of a prompt template, the model and a parser runs once, as a stream and as a batch', async () => {
  const chain = ChatPromptTemplate.fromMessages([
    ['system', 'Translate to {language}.'],
    ['human', '{text}'],
  ])
    .pipe(chat())
    .pipe(new StringOutputParser())
  const [offer, text] = await Promise.all([
    serve(['Gu', 'ten Tag']),
    chain.invoke({ language: 'German', text: 'Hello' }),
  ])
  expect(offer.messages).toEqual([
    { role: 'system', content: 'Translate to German.' },
    { role: 'user', content: 'Hello' },
  ])
  expect(text).toBe('Guten Tag')
  const serving = serve(['Bon', 'jour'])
  const parts = await Array.fromAsync(await chain.stream({ language: 'French', text: 'Hello' }))
  await serving
  expect(parts.filter((part) => part !== '')).toEqual(['Bon', 'jour'])
  const echo = async () => {
    const offer = await host.next(10)
    const tokens = [textOf(offer?.messages?.at(-1)?.content ?? '')]
    await host.results([{ job_id: offer?.job_id, offset: 0, tokens, finish_reason: 'stop' }])
  }
  const texts = ['one', 'two', 'three']
  const [answers] = await Promise.all([
    chain.batch(texts.map((text) => ({ language: 'English', text }))),
    ...texts.map(echo),
  ])
  expect(answers).toEqual(texts)
})

test('whoever gives up cancels the job', async () => {
  const controller = new AbortController()
  const asking = chat()
    .invoke('Hi', { signal: controller.signal })
    .catch((error: Error) => error)
  const offer = await host.next(10)
  controller.abort()
  expect(await asking).toBeInstanceOf(Error)
  await expect
    .poll(async () => (await host.results([{ job_id: offer?.job_id, offset: 0, tokens: [] }]))[0]?.state)
    .toBe('cancelled')
})

test('errors reach ChatOpenAI as it knows them, streaming or not', async () => {
  await place.host({ models: ['dear'], price: 30_000_000_000n })
  const cases: [object, object][] = [
    [{ apiKey: 'mkt_u_nobody' }, { status: 401, lc_error_code: 'MODEL_AUTHENTICATION' }],
    [{ model: 'none-such' }, { status: 404, lc_error_code: 'MODEL_NOT_FOUND' }],
    [
      { model: 'dear', maxTokens: 4000 },
      { status: 402, code: 'insufficient_quota' },
    ],
    [{ temperature: 9 }, { status: 400, param: 'temperature' }],
  ]
  for (const [fields, expected] of cases) {
    const whole = await chat(fields)
      .invoke('Hi')
      .catch((error: unknown) => error)
    expect(whole).toMatchObject(expected)
    const streamed = await chat(fields)
      .stream('Hi')
      .then((stream) => Array.fromAsync(stream))
      .catch((error: unknown) => error)
    expect(streamed).toMatchObject(expected)
  }
})

test('a host that fails is an error, also after its first token', async () => {
  const failing = { error: { code: 'engine_error', message: 'no', retryable: false } }
  const [, whole] = await Promise.all([
    serve([], failing),
    chat()
      .invoke('Hi')
      .catch((error: unknown) => error),
  ])
  expect(whole).toMatchObject({ status: 503, code: 'no_host_available' })
  const reading = chat()
    .stream('Hi')
    .then((stream) => Array.fromAsync(stream))
    .catch((error: unknown) => error)
  const offer = await host.next(10)
  await host.results([{ job_id: offer?.job_id, offset: 0, tokens: ['half'] }])
  await host.results([{ job_id: offer?.job_id, offset: 1, tokens: [], ...failing }])
  expect(await reading).toMatchObject({ code: 'no_host_available' })
})
