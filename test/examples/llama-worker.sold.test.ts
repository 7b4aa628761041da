import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Agent, startAgent } from '../../agent/src/index.ts'
import { cleanUp, tempFolder } from '../e2e/bins.ts'
import { DEFAULT_TEXT } from '../engine/gguf.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { type Marketplace, startMarketplace } from '../server/marketplace.ts'

// A real agent sells what a real llama.cpp can do: it finds that out by itself, and buyers get it.
let place: Marketplace
let engine: EngineChild
let agent: Agent
let openai: OpenAI

beforeAll(async () => {
  place = await startMarketplace()
  engine = await startEngine({ name: 'tiny' })
  const settings = { server: place.url, price: '0.001', gpu: 'GPU', state: join(tempFolder(), 'state') }
  const log = { write: () => undefined }
  agent = await startAgent({ settings: { ...settings, model: 'tiny', endpoint_url: engine.url }, log })
  const buyer = await place.user()
  openai = new OpenAI({ apiKey: buyer.token, baseURL: `${place.url}/v1`, maxRetries: 0 })
  await vi.waitFor(async () => expect(await offered()).toBeDefined(), { timeout: 60_000, interval: 100 })
})

afterAll(async () => {
  agent?.kill()
  await agent?.done.catch(() => undefined)
  await engine?.stop()
  expect((await place.audit()).faults).toEqual([])
  await place?.stop()
  await cleanUp()
})

async function offered() {
  const { models } = await place.connect().call(endpoints.models, { query: { detail: 'full' } })
  return models.find(({ name, available_hosts }) => name === 'tiny' && available_hosts > 0)
}

const parameters = {
  type: 'object',
  properties: { word: { type: 'string' } },
  required: ['word'],
  additionalProperties: false,
}
const messages = [{ role: 'user' as const, content: 'Hello' }]
const create = (more: object) =>
  openai.chat.completions.create({ model: 'tiny', messages, max_tokens: 200, temperature: 0, ...more })

test('what the engine can do is on offer', async () => {
  expect((await offered())?.capabilities).toEqual(['tools', 'json_schema', 'logprobs', 'scoring'])
})

test('a tool is called', async () => {
  const tools = [{ type: 'function', function: { name: 'say', parameters } }]
  const { choices } = await create({ tools, tool_choice: 'required' })
  const [call] = (choices[0]?.message.tool_calls ?? []) as OpenAI.ChatCompletionMessageFunctionToolCall[]
  expect({ reason: choices[0]?.finish_reason, name: call?.function.name }).toEqual({
    reason: 'tool_calls',
    name: 'say',
  })
  expect(JSON.parse(call?.function.arguments ?? '')).toEqual({ word: DEFAULT_TEXT })
})

test('an answer has the form that was asked for', async () => {
  const { choices } = await create({
    response_format: { type: 'json_schema', json_schema: { name: 'said', schema: parameters, strict: true } },
  })
  expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({ word: DEFAULT_TEXT })
})

test('each token says how likely it was', async () => {
  const { choices } = await create({ logprobs: true, top_logprobs: 2 })
  const tokens = choices[0]?.logprobs?.content ?? []
  expect(tokens.map(({ token }) => token).join('')).toBe(DEFAULT_TEXT)
  expect(tokens.every(({ logprob, top_logprobs }) => logprob > -0.001 && top_logprobs.length === 2)).toBe(true)
})
