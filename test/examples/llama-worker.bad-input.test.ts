import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_TEXT } from '../engine/gguf.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { ask } from './ask.ts'

const MAIN = fileURLToPath(new URL('../../examples/llama-worker/main.ts', import.meta.url))

let engine: EngineChild

beforeAll(async () => {
  engine = await startEngine({ context: 256 })
})

afterAll(async () => {
  await engine?.stop()
})

const messages = [{ role: 'user', content: 'Hello' }]

test.each<[string, unknown, string | null]>([
  ['no JSON', '{"messages":', null],
  ['nothing', '', null],
  ['a list', [], 'the body'],
  ['null', 'null', 'the body'],
  ['no messages', {}, 'messages'],
  ['empty messages', { messages: [] }, 'messages'],
  ['a message that is none', { messages: ['Hello'] }, 'messages[0]'],
  ['an unknown role', { messages: [{ role: 'king', content: 'Hello' }] }, 'messages[0].role'],
  ['no content', { messages: [{ role: 'user' }] }, 'messages[0].content'],
  ['a picture', { messages: [{ role: 'user', content: [{ type: 'image_url' }] }] }, 'messages[0].content[0]'],
  ['too hot', { messages, temperature: 2.1 }, 'temperature'],
  ['heat as text', { messages, temperature: '1' }, 'temperature'],
  ['top_p', { messages, top_p: -1 }, 'top_p'],
  ['no tokens', { messages, max_tokens: 0 }, 'max_tokens'],
  ['half a token', { messages, max_completion_tokens: 1.5 }, 'max_completion_tokens'],
  ['two answers', { messages, n: 2 }, 'n'],
  ['stream', { messages, stream: 'yes' }, 'stream'],
  ['stream_options', { messages, stream: true, stream_options: 1 }, 'stream_options'],
  ['an empty stop', { messages, stop: ['a', ''] }, 'stop'],
  ['a seed of text', { messages, seed: 'x' }, 'seed'],
  ['a model that is no name', { messages, model: 7 }, 'model'],
])('chat: %s is refused', async (_, body, param) => {
  const { status, body: answer } = await ask(engine.url, '/v1/chat/completions', body)
  expect(status).toBe(400)
  expect(answer).toEqual({
    error: { message: expect.any(String), type: 'invalid_request_error', param, code: null },
  })
})

test.each([{}, { prompt: 5 }, { prompt: ['a', 'b'] }, { prompt: [[1, 2]] }, { prompt: null }])(
  'text: %j is refused',
  async (body) => {
    const { status, body: answer } = await ask(engine.url, '/v1/completions', body)
    expect({ status, param: answer.error?.param }).toEqual({ status: 400, param: 'prompt' })
  },
)

test('a prompt longer than the context is refused, also when a stream was asked for', async () => {
  const body = { prompt: 'x'.repeat(256), stream: true }
  const { status, body: answer } = await ask(engine.url, '/v1/completions', body)
  expect({ status, code: answer.error?.code }).toEqual({ status: 400, code: 'context_length_exceeded' })
})

test('a body of 17 MB is refused', async () => {
  const { status } = await ask(engine.url, '/v1/completions', { prompt: 'x'.repeat(17 * 1024 * 1024) })
  expect(status).toBe(413)
})

test.each([
  ['GET', '/', 404],
  ['GET', '/v1/nothing', 404],
  ['GET', '/constructor', 404],
  ['GET', '/v1/chat/completions', 405],
  ['POST', '/v1/models', 405],
  ['DELETE', '/health', 405],
])('%s %s answers %i', async (method, path, status) => {
  const response = await fetch(engine.url + path, { method })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})

test('null stands for a member that is not given, and after all this it still recites', async () => {
  const body = { messages, temperature: null, stop: null, max_tokens: null, stream: null, seed: null, model: 'any' }
  expect((await ask(engine.url, '/v1/chat/completions', body)).text).toBe(DEFAULT_TEXT)
})

describe('the command', () => {
  const run = (...args: string[]) => spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' })

  test('--help says what it is', () => {
    const { status, stdout } = run('--help')
    expect(status).toBe(0)
    expect(stdout).toContain('OpenAI-style endpoint')
  })

  test.each([
    [['--port', 'x'], '--port must be'],
    [['--parallel', '0'], '--parallel must be'],
    [['--nothing'], '--nothing'],
    [['--model', '/nowhere/model.gguf'], '/nowhere/model.gguf'],
    [['--model', MAIN], ''],
  ])('%j ends with one line', (args, says) => {
    const { status, stdout, stderr } = run(...args)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(says)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
