import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeReciter, type Reciter } from '../engine/gguf.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { ask, askStream, events, type Path, question } from './ask.ts'

// Words that come again, and characters that are spelled in bytes.
const TEXT = 'The cat and the dog and the bird say 🙂 to the café, and “hello” to the world.'
const PATHS: Path[] = ['/v1/chat/completions', '/v1/completions']

let folder: string
let reciter: Reciter
let engine: EngineChild

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'llama-worker-'))
  reciter = await makeReciter(join(folder, 'reciter.gguf'), { text: TEXT })
  engine = await startEngine({ model: reciter.file, name: 'cat-and-dog', context: 512 })
})

afterAll(async () => {
  await engine?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('tells what it serves', async () => {
  const health = await (await fetch(`${engine.url}/health`)).json()
  expect(health).toEqual({ status: 'ok', model: 'cat-and-dog', parallel: 4, busy: 0, waiting: 0 })
  const models = await (await fetch(`${engine.url}/v1/models`)).json()
  expect(models).toMatchObject({ object: 'list', data: [{ id: 'cat-and-dog', object: 'model' }] })
})

describe.each(PATHS)('%s', (path) => {
  test('recites word for word, and counts its tokens', async () => {
    const { status, text, reason, usage, body } = await ask(engine.url, path, question(path, 'Hello'))
    expect({ status, text, reason, model: body.model }).toEqual({
      status: 200,
      text: TEXT,
      reason: 'stop',
      model: 'cat-and-dog',
    })
    expect(usage?.completion_tokens).toBe(reciter.tokens)
    expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + reciter.tokens)
  })

  test('streams the same, with no character broken and the usage at the end', async () => {
    const whole = await ask(engine.url, path, question(path, 'Hello'))
    const streamed = await askStream(engine.url, path, question(path, 'Hello'))
    expect(streamed.text).toBe(TEXT)
    expect(streamed.pieces.length).toBeGreaterThan(8)
    expect(streamed.pieces.join('|')).not.toContain('\uFFFD')
    expect(streamed.usage).toEqual(whole.usage)
    expect(streamed).toMatchObject({ reason: 'stop', last: '[DONE]' })
  })

  test.each(['max_tokens', 'max_completion_tokens'])('%s cuts', async (member) => {
    const cut = question(path, 'Hello', { [member]: 3 })
    const { text, reason, usage } = await ask(engine.url, path, cut)
    expect({ text, reason, tokens: usage?.completion_tokens }).toEqual({
      text: 'The cat and',
      reason: 'length',
      tokens: 3,
    })
    const streamed = await askStream(engine.url, path, cut)
    expect(streamed).toMatchObject({ pieces: ['The', ' cat', ' and'], reason: 'length' })
    expect(streamed.usage).toEqual(usage)
  })

  test('a stop string ends the answer before it, also across tokens', async () => {
    const cut = question(path, 'Hello', { stop: ['never', 't and th'] })
    const { text, reason, body } = await ask(engine.url, path, cut)
    expect({ text, reason }).toEqual({ text: 'The ca', reason: 'stop' })
    expect(body.choices[0]).toMatchObject({ stop_reason: 't and th' })
    const streamed = await askStream(engine.url, path, question(path, 'Hello', { stop: ' dog' }))
    expect(streamed).toMatchObject({ text: 'The cat and the', reason: 'stop' })
    const said = (await Array.fromAsync(events(engine.url, path, cut))).join()
    expect(said).toContain('"finish_reason":"stop","stop_reason":"t and th"')
  })

  test.each(['', ' ', 'The cat', 'and the', '</s>', '🙂!', 'cut at the\n', 'x'.repeat(300)])(
    'any prompt and heat: %j',
    async (words) => {
      const { text } = await ask(engine.url, path, question(path, words, { temperature: 2, top_p: 0.9, seed: -7 }))
      expect(text).toBe(TEXT)
    },
  )
})

test('a conversation with instructions and parts is a prompt too', async () => {
  const messages = [
    { role: 'developer', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'One' }] },
    { role: 'assistant', content: 'Two' },
    { role: 'user', content: 'Three' },
  ]
  expect((await ask(engine.url, '/v1/chat/completions', { messages })).text).toBe(TEXT)
})

test('the context ends an answer that it has no more room for', async () => {
  const { text, reason, usage } = await ask(engine.url, '/v1/completions', { prompt: 'x'.repeat(505) })
  expect(usage?.total_tokens).toBe(512)
  expect(reason).toBe('length')
  expect(TEXT.startsWith(text)).toBe(true)
})
