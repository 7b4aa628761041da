import { afterEach, expect, test } from 'vitest'
import { selectBackend } from '../../agent/src/backends/select.ts'
import { realEffects } from '../../agent/src/effects.ts'
import { type Answers, type ListedEngine, startListedEngine } from './listed-engine.ts'

const OPENAI = { 'GET /v1/models': { object: 'list', data: [{ id: 'tiny', object: 'model' }] } }
const OLLAMA = { 'GET /api/tags': { models: [{ name: 'tiny:latest', model: 'tiny:latest' }] } }
let engine: ListedEngine | undefined
afterEach(() => engine?.close())

async function probe(provider: 'openai' | 'ollama', answers: Answers): Promise<string> {
  engine = await startListedEngine(answers)
  const shared = { models: [{ name: 'tiny' }], mode: 'chat', engine_key: undefined } as const
  const options = { ...shared, backend: 'langchain', provider, endpoint_url: engine.url } as const
  return await selectBackend(options, realEffects())
    .probe(AbortSignal.timeout(20_000))
    .catch((error: Error) => error.message)
}

test.each([
  ['ollama', OPENAI, /^the server at .* speaks the OpenAI protocol, not that of Ollama; use --provider openai$/],
  ['openai', OLLAMA, /^the server at .* speaks Ollama's own protocol only; use --provider ollama$/],
  ['ollama', {}, /is no Ollama: it has no \/api\/tags/],
  ['ollama', OLLAMA, /^Ollama through LangChain/],
  ['openai', OPENAI, /^an OpenAI-style API through LangChain/],
  ['openai', { ...OPENAI, ...OLLAMA }, /^an OpenAI-style API through LangChain/],
] as const)('--provider %s at a server that answers %j: %s', async (provider, answers, says) => {
  expect(await probe(provider, answers)).toMatch(says)
})
