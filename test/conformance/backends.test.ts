import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Backend, Generated } from '../../agent/src/backends/backend.ts'
import type { EngineError } from '../../agent/src/backends/engine-error.ts'
import type { GenerateRequest } from '../../agent/src/backends/generate-request.ts'
import { selectBackend } from '../../agent/src/backends/select.ts'
import { realEffects } from '../../agent/src/effects.ts'
import { type Engine, SENTENCE, startEngine } from '../agent/engine.ts'

const effects = realEffects()
const models = [{ name: 'tiny' }]
const common = { models, provider: 'openai', mode: 'chat', engine_key: undefined } as const

type Make = (url: string) => Backend

/**
 * Every way to one engine. `chats`: it takes messages. `rawAt`: where a raw prompt goes, undefined where it cannot be
 * raw. `worded`: the format says in a word that a stream is whole, so its absence shows.
 */
const BACKENDS: { name: string; chats?: boolean; rawAt?: string; worded: boolean; make: Make }[] = [
  {
    name: 'huggingface, chat',
    rawAt: '/v1/completions',
    chats: true,
    worded: true,
    make: (url) => selectBackend({ ...common, backend: 'huggingface', endpoint_url: url }, effects),
  },
  {
    name: 'huggingface, completion',
    rawAt: '/v1/completions',
    worded: true,
    make: (url) =>
      selectBackend({ ...common, mode: 'completion', backend: 'huggingface', endpoint_url: `${url}/v1` }, effects),
  },
  {
    name: 'langchain, openai',
    chats: true,
    worded: true,
    make: (url) => selectBackend({ ...common, backend: 'langchain', endpoint_url: `${url}/v1` }, effects),
  },
  {
    name: 'langchain, ollama',
    chats: true,
    worded: true,
    make: (url) => selectBackend({ ...common, provider: 'ollama', backend: 'langchain', endpoint_url: url }, effects),
  },
  {
    name: 'worker, chat',
    rawAt: '/v1/completions',
    chats: true,
    worded: true,
    make: (url) => selectBackend({ ...common, backend: 'worker', endpoint_url: url }, effects),
  },
  {
    name: 'worker, completion',
    rawAt: '/v1/completions',
    worded: true,
    make: (url) =>
      selectBackend({ ...common, mode: 'completion', backend: 'worker', endpoint_url: `${url}/v1/` }, effects),
  },
  {
    name: 'worker, plain lines',
    rawAt: '/plain',
    worded: false,
    make: (url) => selectBackend({ ...common, backend: 'worker', endpoint_url: `${url}/plain` }, effects),
  },
  {
    name: 'worker, plain events',
    rawAt: '/events',
    worded: false,
    make: (url) => selectBackend({ ...common, backend: 'worker', endpoint_url: `${url}/events` }, effects),
  },
]

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

function request(signal = new AbortController().signal): GenerateRequest {
  return { model: 'tiny', input_text: 'Say it.', max_tokens: 64, temperature: 0.25, signal }
}

async function collect(stream: AsyncIterable<Generated>) {
  let text = ''
  let end: Exclude<Generated, { text: string }> | undefined
  for await (const item of stream) {
    expect(end).toBeUndefined()
    if ('text' in item) text += item.text
    else end = item
  }
  return { text, end }
}

/** A message as it was meant: libraries add members that are empty. */
function bare(message: object): object {
  const { role, content } = message as { role: string; content: string }
  return { role, content }
}

async function failureOf(stream: AsyncIterable<Generated>): Promise<EngineError> {
  return await collect(stream).then(
    ({ end }) => expect.fail(`it ended: ${JSON.stringify(end)}`),
    (error) => error,
  )
}

describe.each(BACKENDS)('$name', ({ make, chats = false, rawAt, worded }) => {
  let backend: Backend
  beforeEach(async () => {
    backend = make(engine.url)
    expect(await backend.probe(request().signal)).toContain(engine.url)
    engine.requests.length = 0
  })

  test('gives the same text, the end and the usage that the engine says', async () => {
    const { text, end } = await collect(backend.generate(request()))
    expect(text).toBe(SENTENCE.join(''))
    expect(end).toEqual({ finish_reason: 'stop', usage: { prompt_tokens: 3, completion_tokens: 9 } })
  })

  test('asks for what the buyer asked for', async () => {
    await collect(backend.generate(request()))
    expect(engine.requests).toHaveLength(1)
    const asked = JSON.stringify(engine.requests[0])
    expect(asked).toContain('Say it.')
    expect(asked).toMatch(/"(max_tokens|num_predict)":64/)
    expect(asked).toContain('"temperature":0.25')
    expect(asked).toMatch(/"model":"tiny(:latest)?"/)
    if (engine.requests[0]?.path.startsWith('/v1')) {
      expect(engine.requests[0].body.stream_options).toEqual({ include_usage: true })
    }
  })

  test('passes on stop, top_p and seed, and does not make them up', async () => {
    await collect(backend.generate({ ...request(), stop: ['\n', 'END'], top_p: 0.5, seed: 7 }))
    await collect(backend.generate(request()))
    const [asked, plain] = engine.requests.map(({ body }) => (body.options ?? body) as Record<string, unknown>)
    expect(asked).toMatchObject({ stop: ['\n', 'END'], top_p: 0.5, seed: 7 })
    for (const member of ['stop', 'top_p', 'seed']) expect(plain).not.toHaveProperty(member)
  })

  test(`of a chat sends ${chats ? 'the messages' : 'its text'}`, async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Say it.' },
    ] as const
    await collect(backend.generate({ ...request(), input_text: 'the chat as text', messages }))
    const body = engine.requests[0]?.body as { messages: object[] }
    if (chats) expect(body.messages.map(bare)).toEqual(messages)
    else expect(body).not.toHaveProperty('messages')
    expect(JSON.stringify(body).includes('the chat as text')).toBe(!chats)
  })

  test(`of a raw prompt sends ${rawAt ? 'just that' : 'a chat, since it cannot do otherwise'}`, async () => {
    const { text } = await collect(backend.generate({ ...request(), raw: true }))
    expect(text).toBe(SENTENCE.join(''))
    const { path, body } = engine.requests[0] ?? expect.fail('it asked for nothing')
    if (rawAt === undefined) return expect(path).toMatch(/chat/)
    expect(path).toBe(rawAt)
    expect(body).not.toHaveProperty('messages')
    // The plain contract says it in a member of its own.
    if (!path.startsWith('/v1')) expect(body).toMatchObject({ input_text: 'Say it.', raw: true })
    else expect(body.prompt).toBe('Say it.')
    await collect(backend.generate(request()))
    expect(engine.requests[1]?.body).not.toHaveProperty('raw')
  })

  test('passes on an end by length', async () => {
    engine.script = { finish: 'length' }
    expect((await collect(backend.generate(request()))).end).toMatchObject({ finish_reason: 'length' })
  })

  test.each([
    ['vLLM', { stop_reason: 'END' }, 'END'],
    ['vLLM of a token', { stop_reason: 2 }, undefined],
    ['SGLang', { matched_stop: 'END' }, 'END'],
  ])('passes on where it stopped, as %s says it', async (_, stopped, told) => {
    engine.script = { stopped }
    const { end } = await collect(backend.generate(request()))
    const says = engine.requests[0]?.path.startsWith('/v1')
    expect(end?.stop_sequence).toBe(says ? told : undefined)
  })

  test('several generations at once do not mix', async () => {
    const all = await Promise.all([1, 2, 3].map(() => collect(backend.generate(request()))))
    expect(all.map(({ text }) => text)).toEqual([1, 2, 3].map(() => SENTENCE.join('')))
  })

  test('an abort closes the connection to the engine', async () => {
    engine.script = { after: 'hang' }
    const abort = new AbortController()
    const reason = new Error('cancelled')
    const stream = backend.generate(request(abort.signal))
    const reading = (async () => {
      for await (const _ of stream) abort.abort(reason)
    })()
    await expect(reading).rejects.toBe(reason)
    await engine.closed
  })

  test('a reader that leaves closes the connection to the engine', async () => {
    engine.script = { after: 'hang' }
    for await (const _ of backend.generate(request())) break
    await engine.closed
  })

  test.each([
    { status: 500, code: 'engine_error', retryable: true },
    { status: 503, code: 'engine_error', retryable: true },
    { status: 429, code: 'engine_error', retryable: true },
    { status: 401, code: 'engine_error', retryable: true },
    { status: 404, code: 'engine_error', retryable: true },
    { status: 400, code: 'request_refused', retryable: false },
    { status: 422, code: 'request_refused', retryable: false },
  ])('an answer of $status is $code, retryable: $retryable', async ({ status, code, retryable }) => {
    engine.script = { status }
    const error = await failureOf(backend.generate(request()))
    expect(error).toMatchObject({ code, retryable, status })
    expect(error.message).toContain('the engine says no')
    expect(engine.requests).toHaveLength(1)
  })

  test('an engine that is gone is engine_unreachable', async () => {
    await engine.close()
    expect(await failureOf(backend.generate(request()))).toMatchObject({ code: 'engine_unreachable', retryable: true })
    await expect(backend.availableModels(request().signal)).rejects.toMatchObject({ code: 'engine_unreachable' })
  })

  test('a connection that breaks in the middle is engine_bad_stream', async () => {
    engine.script = { after: 'drop' }
    expect(await failureOf(backend.generate(request()))).toMatchObject({ code: 'engine_bad_stream', retryable: true })
  })

  test('an error inside the stream fails the job', async () => {
    engine.script = { error: 'out of memory' }
    expect(await failureOf(backend.generate(request()))).toMatchObject({ retryable: true })
  })

  test(`a stream that just ends is ${worded ? 'engine_bad_stream' : 'whole'}`, async () => {
    engine.script = { finish: null, usage: null, done: false }
    const ended = collect(backend.generate(request()))
    if (worded) await expect(ended).rejects.toMatchObject({ code: 'engine_bad_stream', retryable: true })
    else expect(await ended).toEqual({ text: SENTENCE.join(''), end: { finish_reason: 'stop', usage: undefined } })
  })

  test('an engine that says no usage gives none', async () => {
    engine.script = { usage: null }
    const { end } = await collect(backend.generate(request()))
    expect(end).toEqual({ finish_reason: 'stop', usage: undefined })
  })

  test('of a model that the engine does not know says by which name it asked, and what the engine has', async () => {
    engine.script = { status: 404 }
    await backend.availableModels(request().signal)
    const { message } = await failureOf(backend.generate({ ...request(), model: 'tiny' }))
    expect(message).toMatch(worded ? /asked for tiny(, which is tiny:latest there)?; it has tiny/ : /asked for tiny/)
  })

  test('knows which models the engine can run', async () => {
    expect(await backend.availableModels(request().signal)).toEqual(['tiny'])
  })
})
