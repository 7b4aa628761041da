import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { matchModels } from '../../agent/src/backends/model-list.ts'
import { WorkerBackend } from '../../agent/src/backends/worker.ts'
import { realEffects } from '../../agent/src/effects.ts'
import { type Engine, startEngine } from './engine.ts'

const effects = realEffects()
const signal = new AbortController().signal
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const worker = (endpointUrl: string, mode: 'chat' | 'completion' = 'chat') =>
  new WorkerBackend({ effects, models: [{ name: 'tiny' }], endpointUrl, mode })

async function engine(): Promise<Engine> {
  const started = await startEngine()
  open.push(started)
  return started
}

async function server(listener: RequestListener): Promise<string> {
  const http = createServer(listener).listen(0, '127.0.0.1')
  await once(http, 'listening')
  open.push({ close: () => http.close() }, { close: () => http.closeAllConnections() })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

describe('a worker is found to speak', () => {
  test.each([
    ['', 'chat', 'OpenAI-style chat', '/v1/chat/completions'],
    ['/', 'chat', 'OpenAI-style chat', '/v1/chat/completions'],
    ['/v1', 'chat', 'OpenAI-style chat', '/v1/chat/completions'],
    ['/v1/chat/completions', 'completion', 'OpenAI-style chat', '/v1/chat/completions'],
    ['/v1', 'completion', 'OpenAI-style completions', '/v1/completions'],
    ['/v1/completions', 'chat', 'OpenAI-style completions', '/v1/completions'],
  ] as const)('at %j in mode %s: %s', async (path, mode, what, at) => {
    const { url } = await engine()
    expect(await worker(url + path, mode).probe(signal)).toBe(`${what} at ${url}${at}`)
  })

  test('OpenAI style without a list of models, and then it runs whatever it is asked for', async () => {
    const started = await engine()
    started.models = undefined
    expect(await worker(started.url).probe(signal)).toContain('OpenAI-style chat')
    expect(await worker(started.url).availableModels(signal)).toEqual(['tiny'])
  })

  test.each(['/plain', '/events'])('the plain contract at %s, with one token asked for', async (path) => {
    const started = await engine()
    started.models = undefined
    const { url } = started
    expect(await worker(url + path).probe(signal)).toBe(`the plain contract at ${url}${path}`)
    expect(started.requests.map(({ body }) => body.max_tokens)).toEqual([1])
  })

  test('the plain contract where other paths answer 501 or 500', async () => {
    const url = await server((request, response) => {
      if (request.method !== 'POST' || request.url !== '/')
        response.writeHead(request.method === 'GET' ? 501 : 500).end('no')
      else response.end('{"token":"pong"}\n')
    })
    expect(await worker(url).probe(signal)).toContain('the plain contract')
  })

  test('nothing, with what was tried', async () => {
    const url = await server((_request, response) => response.writeHead(404).end('nothing here'))
    await expect(worker(url).probe(signal)).rejects.toThrow(/nothing at .* tried \/v1\/models/)
  })

  test('nothing yet while it is still loading, and is asked again', async () => {
    let loading = true
    const url = await server((_request, response) => {
      if (loading) response.writeHead(503).end('{"error":{"message":"Loading model"}}')
      else response.end('{"token":"pong"}\n')
    })
    const backend = worker(`${url}/generate`)
    await expect(backend.probe(signal)).rejects.toThrow('Loading model')
    loading = false
    expect(await backend.probe(signal)).toContain('the plain contract')
  })
})

describe('models on offer', () => {
  test.each([
    ['no list: all', [{ name: 'a' }, { name: 'b', engineModel: 'x' }], undefined, { a: 'a', b: 'x' }],
    ['a list: those on it', [{ name: 'a' }, { name: 'b', engineModel: 'x' }], ['a', 'c'], { a: 'a' }],
    ["Ollama's tag", [{ name: 'llama3' }], ['llama3:latest', 'b:7b'], { llama3: 'llama3:latest' }],
    ["the engine's only model", [{ name: 'a' }], ['/models/a.gguf'], { a: '/models/a.gguf' }],
    ['not where another was named', [{ name: 'a', engineModel: 'b' }], ['c'], {}],
    ['an empty list: none', [{ name: 'a' }], [], {}],
  ])('%s', (_what, offered, listed, names) => {
    expect(Object.fromEntries(matchModels(offered, listed))).toEqual(names)
  })
})

describe("a worker's answer is understood", () => {
  const plain = '{"token":"po"}\n{"token":"ng","finish_reason":"length"}'
  test.each([
    ['lines without a last newline', 'application/x-ndjson', plain],
    ['lines under the type of JSON', 'application/json', plain],
    [
      'events under no type of theirs',
      'text/plain',
      'data: {"token":"po"}\n\n: still here\nevent: token\ndata: {"token":"ng"}\n\ndata: {"finish_reason":"length"}\n\ndata: [DONE]\n\n',
    ],
    [
      'a whole OpenAI message that was not streamed',
      'application/json',
      '{"choices":[{"message":{"content":"pong"},"finish_reason":"length"}]}',
    ],
  ])('as %s', async (_what, type, answer) => {
    const url = await server((_request, response) => response.writeHead(200, { 'content-type': type }).end(answer))
    const backend = worker(`${url}/v1/chat/completions`)
    let text = ''
    let end: unknown
    for await (const item of backend.generate({
      model: 'tiny',
      input_text: 'ping',
      max_tokens: 9,
      temperature: 0,
      signal,
    })) {
      if ('text' in item) text += item.text
      else end = item
    }
    expect({ text, end }).toEqual({ text: 'pong', end: { finish_reason: 'length', usage: undefined } })
  })

  test('as broken where it is neither', async () => {
    const url = await server((_request, response) => response.end('<html>hello</html>'))
    const reading = (async () => {
      for await (const _ of worker(`${url}/v1/completions`).generate({
        model: 'tiny',
        input_text: 'ping',
        max_tokens: 9,
        temperature: 0,
        signal,
      }));
    })()
    await expect(reading).rejects.toMatchObject({ code: 'engine_bad_stream' })
  })
})
