import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TokenLogprob } from '@mkt/schemas'
import { afterEach, expect, test } from 'vitest'
import { HuggingFaceBackend } from '../../agent/src/backends/huggingface.ts'
import type { Piece } from '../../agent/src/backends/piece.ts'
import { tokensOfText } from '../../agent/src/backends/score-text.ts'
import { WorkerBackend } from '../../agent/src/backends/worker.ts'
import { realEffects } from '../../agent/src/effects.ts'
import { probeCapabilities } from '../../agent/src/engines/capability-probes.ts'

const effects = realEffects()
const { signal } = new AbortController()
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

interface Asked {
  path: string
  prompt?: string
  messages?: { role: string; content: string }[]
  prompt_logprobs?: number
}

const split = (text: string) => text.match(/\s*\S+/g) ?? []

/** Words are its tokens; it likes all but `odd` best, and begins each text with a sign of its own. */
async function scoringEngine() {
  const asked: Asked[] = []
  const http = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const answer = (body: unknown) => response.end(JSON.stringify(body))
    if (request.method === 'GET') return answer({ object: 'list', data: [{ id: 'tiny' }] })
    const body: Asked = { ...JSON.parse(`${Buffer.concat(parts)}`), path: request.url }
    asked.push(body)
    return answer(body.prompt_logprobs !== undefined ? ofChat(body) : echo(body))
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  open.push({ close: () => http.close() }, { close: () => http.closeAllConnections() })
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, asked }
}

const USAGE = { prompt_tokens: 9, completion_tokens: 1 }

function echo({ prompt = '' }: Asked) {
  const tokens = ['<s>', ...split(prompt), ' more']
  const token_logprobs = tokens.map((token, at) => (at === 0 ? null : token.includes('odd') ? -5 : -0.1))
  const top_logprobs = tokens.map((token, at) =>
    at === 0 ? null : token.includes('odd') ? { ' even': -0.1 } : { [token]: -0.1 },
  )
  return { choices: [{ text: prompt, logprobs: { tokens, token_logprobs, top_logprobs } }], usage: USAGE }
}

function ofChat({ messages = [], prompt_logprobs: asked }: Asked) {
  const tokens = ['<user>', ...split(messages[0]?.content ?? ''), '<assistant>', ...split(messages[1]?.content ?? '')]
  const prompt_logprobs = tokens.map((decoded_token, at) => {
    const likely = { 7: { logprob: -0.1, rank: 1, decoded_token } }
    if (at === 0) return null
    if (asked === 0) return decoded_token.includes('odd') ? { 5: { logprob: -5, rank: 40, decoded_token } } : likely
    const even = { 3: { logprob: -0.1, rank: 1, decoded_token: ' even' } }
    return decoded_token.includes('odd') ? { 5: { logprob: -5, rank: 40, decoded_token }, ...even } : likely
  })
  return { choices: [{ message: { content: '' } }], prompt_logprobs, usage: USAGE }
}

const TEXT = ' an odd answer'
const request = { model: 'tiny', input_text: 'A question?', max_tokens: 50, temperature: 0.7, score: { text: TEXT } }
const models = [{ name: 'tiny' }]

async function score(backend: WorkerBackend | HuggingFaceBackend, more: { raw?: boolean } = {}) {
  const generated = await Array.fromAsync(backend.generate({ ...request, ...more, signal }))
  const pieces = generated.filter((one): one is Piece => 'text' in one && one.text !== '')
  const tokens = pieces.flatMap(({ facts }) => facts?.logprobs ?? [])
  return {
    pieces,
    scores: tokens.map(({ logprob, top_logprobs }) => [logprob, top_logprobs[0]?.logprob]),
    end: generated.at(-1),
  }
}

test.each([
  ['worker', (url: string) => new WorkerBackend({ effects, models, endpointUrl: url, mode: 'completion' })],
  ['huggingface', (url: string) => new HuggingFaceBackend({ effects, models, endpointUrl: url, mode: 'completion' })],
])('%s: a text goes to completions with its prompt, and its own tokens come back', async (_, backend) => {
  const { url, asked } = await scoringEngine()
  const { pieces, scores, end } = await score(backend(url))
  expect(pieces.map(({ text }) => text).join('')).toBe(TEXT)
  expect(scores).toEqual([
    [-0.1, -0.1],
    [-5, -0.1],
    [-0.1, -0.1],
  ])
  // Nothing was written, so nothing is billed.
  expect(end).toMatchObject({ finish_reason: 'stop', usage: { prompt_tokens: 9, completion_tokens: 0 } })
  const own = { path: '/v1/completions', prompt: `A question?${TEXT}`, echo: true, logprobs: 19, max_tokens: 1 }
  expect(asked.at(-1)).toMatchObject(own)
})

test.each([
  ['worker', (url: string) => new WorkerBackend({ effects, models, endpointUrl: url, mode: 'chat' })],
  ['huggingface', (url: string) => new HuggingFaceBackend({ effects, models, endpointUrl: url, mode: 'chat' })],
])("%s: an answer is scored in its chat, under the engine's own template, a raw text is not", async (_, backend) => {
  const { url, asked } = await scoringEngine()
  const { pieces, scores } = await score(backend(url))
  expect(pieces.map(({ text }) => text).join('')).toBe(TEXT)
  expect(scores).toEqual([
    [-0.1, -0.1],
    [-5, -0.1],
    [-0.1, -0.1],
  ])
  expect(asked.at(-1)).toMatchObject({
    path: '/v1/chat/completions',
    messages: [
      { role: 'user', content: 'A question?' },
      { role: 'assistant', content: TEXT },
    ],
    ...{ continue_final_message: true, add_generation_prompt: false, prompt_logprobs: 19 },
  })
  await score(backend(url), { raw: true })
  expect(asked.at(-1)).toMatchObject({ path: '/v1/completions', prompt: `A question?${TEXT}` })
})

test('an engine that scores is seen to; one without likelihoods fails the job', async () => {
  const { url } = await scoringEngine()
  const asked = { model: 'tiny', effects, limit_ms: 5000, signal }
  const backend = new WorkerBackend({ effects, models, endpointUrl: url, mode: 'chat' })
  expect(await probeCapabilities({ ...asked, backend })).toContain('scoring')
  const mute = createServer((_, response) => response.end('{"choices":[{"text":"?"}]}')).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  open.push({ close: () => mute.close() }, { close: () => mute.closeAllConnections() })
  const endpointUrl = `http://127.0.0.1:${(mute.address() as AddressInfo).port}/v1/completions`
  const without = new WorkerBackend({ effects, models, endpointUrl, mode: 'completion' })
  await expect(score(without)).rejects.toMatchObject({ code: 'engine_error' })
})

test('tokens of a text are found from its end, with a generated one behind it or without', () => {
  const of = (...names: string[]): TokenLogprob[] => names.map((token) => ({ token, logprob: -1, top_logprobs: [] }))
  const names = (tokens: TokenLogprob[]) => tokens.map(({ token }) => token)
  expect(names(tokensOfText(of('<s>', 'ask', ' me', ' now', '!'), ' me now'))).toEqual([' me', ' now'])
  expect(names(tokensOfText(of('<s>', 'ask', ' me', ' now'), ' me now'))).toEqual([' me', ' now'])
  // A token that reaches over the boundary belongs to the prompt.
  expect(names(tokensOfText(of('ask me', ' now', 'x'), 'me now'))).toEqual([' now'])
})
