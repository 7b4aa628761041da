import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

/** What is used here of @huggingface/inference, which is a dependency of the agent. */
interface Answer {
  model: string
  choices: { message: { role: string; content: string }; finish_reason: string }[]
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
}
interface Chunk {
  choices: { delta: { content?: string }; finish_reason: string | null }[]
  usage?: Answer['usage']
}
interface InferenceClient {
  chatCompletion(request: object, options?: object): Promise<Answer>
  chatCompletionStream(request: object, options?: object): AsyncGenerator<Chunk>
}
interface HuggingFace {
  InferenceClient: new (key: string, defaults: { endpointUrl: string; retry_on_error?: boolean }) => InferenceClient
}

const fromAgent = createRequire(new URL('../../agent/package.json', import.meta.url))
const { InferenceClient }: HuggingFace = fromAgent('@huggingface/inference')

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

const client = (key = buyer.token) => new InferenceClient(key, { endpointUrl: `${place.url}/v1` })

/** Takes the next job and answers it with these pieces. */
async function serve(tokens: string[], end: object = { finish_reason: 'stop' }) {
  const offer = await host.next(10)
  if (!offer) throw new Error('no job came')
  await host.results([{ job_id: offer.job_id, offset: 0, tokens, ...end }])
  return offer
}

const messages = [
  { role: 'system', content: 'Be short.' },
  { role: 'user', content: 'Hi' },
]

test('chatCompletion answers whole, with its options and usage', async () => {
  const usage = { prompt_tokens: 5, completion_tokens: 2 }
  const [offer, answer] = await Promise.all([
    serve(['Hel', 'lo'], { finish_reason: 'length', usage }),
    client().chatCompletion({
      model: 'm',
      messages,
      max_tokens: 9,
      temperature: 0.25,
      top_p: 0.5,
      seed: 3,
      stop: ['x'],
    }),
  ])
  expect(offer).toMatchObject({ messages, max_tokens: 9, temperature: 0.25, top_p: 0.5, seed: 3, stop: ['x'] })
  expect(answer).toMatchObject({
    model: 'm',
    choices: [{ message: { role: 'assistant', content: 'Hello' }, finish_reason: 'length' }],
    usage: { ...usage, total_tokens: 7 },
  })
})

test('chatCompletionStream gives token by token, and its usage when asked for', async () => {
  const serving = serve(['a', 'b', 'c'])
  const request = { model: 'm', messages, stream_options: { include_usage: true } }
  const chunks = await Array.fromAsync(client().chatCompletionStream(request))
  await serving
  const contents = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '')
  expect(contents.filter((text) => text !== '')).toEqual(['a', 'b', 'c'])
  expect(chunks.map((chunk) => chunk.choices[0]?.finish_reason).filter(Boolean)).toEqual(['stop'])
  expect(chunks.at(-1)?.usage).toMatchObject({ completion_tokens: 3 })
})

test('leaving the stream cancels the job', async () => {
  const controller = new AbortController()
  const stream = client().chatCompletionStream({ model: 'm', messages }, { signal: controller.signal })
  const first = stream.next()
  const offer = await host.next(10)
  await host.results([{ job_id: offer?.job_id, offset: 0, tokens: ['one'] }])
  expect((await first).value.choices[0].delta.content).toBe('one')
  controller.abort()
  await expect
    .poll(async () => (await host.results([{ job_id: offer?.job_id, offset: 1, tokens: [] }]))[0]?.state)
    .toBe('cancelled')
  await stream.return(undefined).catch(() => undefined)
})

test('errors carry the status and our sentence, streaming or not', async () => {
  await place.host({ models: ['dear'], price: 30_000_000_000n })
  const cases: [InferenceClient, object, number, string][] = [
    [client('mkt_u_nobody'), { model: 'm' }, 401, 'invalid_api_key'],
    [client(), { model: 'none-such' }, 404, 'model_not_found'],
    [client(), { model: 'dear', max_tokens: 4000 }, 402, 'insufficient_quota'],
    [client(), { model: 'm', temperature: 9 }, 400, 'invalid_request'],
  ]
  for (const [asking, request, status, code] of cases) {
    const expected = { httpResponse: { status, body: { error: { code, message: expect.any(String) } } } }
    const whole = await asking.chatCompletion({ messages, ...request }).catch((error: unknown) => error)
    expect(whole).toMatchObject(expected)
    const streamed = await Array.fromAsync(asking.chatCompletionStream({ messages, ...request })).catch(
      (error: unknown) => error,
    )
    expect(streamed).toMatchObject(expected)
  }
})

test('a host that fails is an error, also after its first token', async () => {
  const failing = { error: { code: 'engine_error', message: 'no', retryable: false } }
  const [, whole] = await Promise.all([
    serve([], failing),
    client()
      .chatCompletion({ model: 'm', messages }, { retry_on_error: false })
      .catch((error: unknown) => error),
  ])
  expect(whole).toMatchObject({ httpResponse: { status: 503 } })
  const reading = Array.fromAsync(client().chatCompletionStream({ model: 'm', messages })).catch(
    (error: unknown) => error,
  )
  const offer = await host.next(10)
  await host.results([{ job_id: offer?.job_id, offset: 0, tokens: ['half'] }])
  await host.results([{ job_id: offer?.job_id, offset: 1, tokens: [], ...failing }])
  expect(await reading).toMatchObject({ message: expect.stringContaining('engine_error') })
})
