import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp } from '../e2e/bins.ts'
import { DEFAULT_TEXT } from '../engine/gguf.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { ask } from './ask.ts'

let engine: EngineChild
beforeAll(async () => {
  engine = await startEngine({ reuse: true, parallel: 2 })
})
afterAll(async () => {
  await engine?.stop()
  await cleanUp()
})

const long = (what: string) => `${what} `.repeat(30)
async function answer(...said: string[]) {
  const messages = said.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }))
  const { text, body } = await ask(engine.url, '/v1/chat/completions', { messages, temperature: 0 })
  const usage = body.usage as unknown as { prompt_tokens: number; prompt_tokens_details: { cached_tokens: number } }
  return { text, read: usage.prompt_tokens, cached: usage.prompt_tokens_details.cached_tokens }
}

test('a follow-up is read from where it differs on, by the sequence that has read it', async () => {
  const one = await answer(long('the sea'))
  expect(one.text).toBe(DEFAULT_TEXT)
  // As each begins in the template.
  expect(one.cached).toBe(0)
  const other = await answer(long('a mountain'))
  expect(other.cached).toBeLessThan(other.read / 2)
  for (const what of ['the sea', 'a mountain', 'the sea']) {
    const next = await answer(long(what), DEFAULT_TEXT, 'And then?')
    expect(next.text).toBe(DEFAULT_TEXT)
    expect(next.cached).toBeGreaterThan(next.read / 2)
    expect(next.cached).toBeLessThan(next.read)
  }
})
