import { join } from 'node:path'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, tempFolder } from '../e2e/bins.ts'
import { makeRambler } from '../engine/gguf.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { ask } from './ask.ts'

let engine: EngineChild
let openai: OpenAI

beforeAll(async () => {
  const file = join(tempFolder(), 'rambler.gguf')
  await makeRambler(file)
  engine = await startEngine({ model: file, context: 2048 })
  openai = new OpenAI({ apiKey: 'none', baseURL: `${engine.url}/v1`, maxRetries: 0 })
})

afterAll(async () => {
  await engine?.stop()
  await cleanUp()
})

const PROMPT = 'Say it.'
const complete = (more: object) =>
  openai.completions.create({ model: 'rambler', prompt: PROMPT, temperature: 0, max_tokens: 24, ...more })

test('a chat tells the likelihood of each token, and the likeliest others', async () => {
  const messages = [{ role: 'user' as const, content: 'Hello' }]
  const asked = { model: 'rambler', messages, max_tokens: 6, logprobs: true, top_logprobs: 3, temperature: 1, seed: 5 }
  const { choices } = await openai.chat.completions.create(asked)
  const content = choices[0]?.logprobs?.content ?? []
  expect(content.map(({ token }) => token).join('')).toBe(choices[0]?.message.content)
  expect(content).toHaveLength(6)
  for (const { token, logprob, bytes, top_logprobs } of content) {
    expect(logprob).toBeLessThan(0)
    expect(Buffer.from(bytes ?? []).toString()).toBe(token)
    const tops = top_logprobs.map((one) => one.logprob)
    expect(tops).toHaveLength(3)
    expect(tops.toSorted((a, b) => b - a)).toEqual(tops)
    expect(tops[0]).toBeGreaterThanOrEqual(logprob)
  }
})

test('a stream tells the same, each with its text', async () => {
  const whole = await complete({ logprobs: 2 })
  const pieces: OpenAI.Completion[] = []
  const stream = await openai.completions.create({
    model: 'rambler',
    prompt: PROMPT,
    temperature: 0,
    max_tokens: 24,
    logprobs: 2,
    stream: true,
  })
  for await (const piece of stream) pieces.push(piece)
  const said = pieces.map(({ choices }) => choices[0]).filter((choice) => choice?.logprobs)
  const all = <K extends 'tokens' | 'token_logprobs' | 'top_logprobs' | 'text_offset'>(member: K) =>
    said.flatMap((choice) => choice?.logprobs?.[member] as never[])
  for (const member of ['tokens', 'token_logprobs', 'top_logprobs', 'text_offset'] as const) {
    expect(all(member), member).toEqual(whole.choices[0]?.logprobs?.[member])
  }
})

test('the temperature changes what is chosen, and not what is told of it', async () => {
  const tops = async (temperature: number) => {
    const { choices } = await complete({ logprobs: 5, max_tokens: 1, temperature, seed: 3 })
    return Object.values(choices[0]?.logprobs?.top_logprobs?.[0] ?? {}).slice(0, 5)
  }
  expect(await tops(0.2)).toEqual(await tops(2))
})

test('what was generated is scored as it was told: one pass, nothing generated', async () => {
  const said = await complete({ logprobs: 1 })
  const text = PROMPT + said.choices[0]?.text
  const scored = await complete({ prompt: text, echo: true, logprobs: 1, max_tokens: 0 })
  expect(scored.choices[0]?.text).toBe(text)
  expect(scored.usage).toMatchObject({ completion_tokens: 0 })
  const { tokens, token_logprobs, text_offset } = scored.choices[0]?.logprobs ?? {}
  expect(token_logprobs?.[0]).toBeNull()
  expect(tokens?.slice(-24)).toEqual(said.choices[0]?.logprobs?.tokens)
  const told = said.choices[0]?.logprobs?.token_logprobs ?? []
  const again = token_logprobs?.slice(-24) ?? []
  for (const [at, logprob] of told.entries()) expect(again[at]).toBeCloseTo(logprob, 3)
  expect(text_offset?.at(-24)).toBe(PROMPT.length)
})

test('a text of its own has the first ranks, another has not', async () => {
  const said = await complete({})
  const ranks = async (text: string) => {
    const { body } = await ask(engine.url, '/v1/completions', { prompt: text, prompt_logprobs: 0, max_tokens: 0 })
    const { prompt_logprobs } = body.choices[0] as unknown as {
      prompt_logprobs: (Record<string, { rank: number }> | null)[]
    }
    return prompt_logprobs.slice(-24).map((one) => Object.values(one ?? {})[0]?.rank ?? 0)
  }
  expect(await ranks(PROMPT + said.choices[0]?.text)).toEqual(Array.from({ length: 24 }, () => 1))
  const words = said.choices[0]?.text.trim().split(' ').reverse().join(' ')
  expect(Math.max(...(await ranks(`${PROMPT} ${words}`)))).toBeGreaterThan(10)
})

test('an answer in a chat is scored behind its question in the template', async () => {
  const messages = [{ role: 'user', content: 'Hello' }]
  const said = await ask(engine.url, '/v1/chat/completions', { messages, max_tokens: 8, temperature: 0 })
  const answered = [...messages, { role: 'assistant', content: said.text }]
  const asked = {
    messages: answered,
    prompt_logprobs: 2,
    max_tokens: 0,
    continue_final_message: true,
    add_generation_prompt: false,
  }
  const { body } = await ask(engine.url, '/v1/chat/completions', asked)
  const { prompt_logprobs } = body as unknown as { prompt_logprobs: (Record<string, { rank: number }> | null)[] }
  expect(prompt_logprobs[0]).toBeNull()
  expect(prompt_logprobs.slice(-8).map((one) => Math.min(...Object.values(one ?? {}).map(({ rank }) => rank)))).toEqual(
    Array(8).fill(1),
  )
})

test('max_tokens 1 goes on by one token, which is told as the others are', async () => {
  const { choices } = await complete({ echo: true, logprobs: 1, max_tokens: 1 })
  const next = await complete({ logprobs: 1, max_tokens: 1 })
  expect(choices[0]?.text).toBe(PROMPT + next.choices[0]?.text)
  expect(choices[0]?.logprobs?.tokens?.at(-1)).toBe(next.choices[0]?.text)
  expect(choices[0]?.logprobs?.token_logprobs).toHaveLength(choices[0]?.logprobs?.tokens?.length ?? 0)
})

test('of a call, likelihoods are those of what its schema allows', async () => {
  const tools = [
    {
      type: 'function',
      function: {
        name: 'say',
        parameters: {
          type: 'object',
          properties: { yes: { type: 'boolean' } },
          required: ['yes'],
          additionalProperties: false,
        },
      },
    },
  ]
  const messages = [{ role: 'user', content: 'Hello' }]
  const asked = {
    messages,
    tools,
    tool_choice: 'required',
    logprobs: true,
    top_logprobs: 2,
    temperature: 0.5,
    max_tokens: 200,
  }
  const { body } = await ask(engine.url, '/v1/chat/completions', asked)
  const [choice] = body.choices as unknown as OpenAI.ChatCompletion.Choice[]
  const tokens = choice?.logprobs?.content ?? []
  expect(tokens.length).toBeGreaterThan(5)
  expect(tokens.every(({ logprob }) => logprob <= 0 && logprob > -100)).toBe(true)
})

test.each<[string, string, object]>([
  ['/v1/completions', 'logprobs', { prompt: 'x', logprobs: 21 }],
  ['/v1/completions', 'echo', { prompt: 'x', echo: 'yes' }],
  ['/v1/completions', 'max_tokens', { prompt: 'x', max_tokens: 0 }],
  ['/v1/completions', 'prompt_logprobs', { prompt: 'x', prompt_logprobs: -1 }],
  ['/v1/chat/completions', 'top_logprobs', { messages: [{ role: 'user', content: 'x' }], top_logprobs: 2 }],
  ['/v1/chat/completions', 'logprobs', { messages: [{ role: 'user', content: 'x' }], logprobs: 2 }],
])('%s refuses %s', async (path, param, body) => {
  const { status, body: answer } = await ask(engine.url, path as '/v1/completions', body)
  expect({ status, param: answer.error?.param }).toEqual({ status: 400, param })
})
