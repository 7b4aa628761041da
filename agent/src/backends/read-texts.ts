import { type EmbedTask, type RerankTask, readVector, textsRead, writeVector } from '@mkt/schemas'
import { engineFaults } from '../words/engine-faults.ts'
import type { EngineCall } from './engine-call.ts'
import { EngineError } from './engine-error.ts'
import { bearer } from './engine-url.ts'
import type { GenerateRequest } from './generate-request.ts'
import type { Chunk } from './generation.ts'
import type { Piece } from './piece.ts'
import { type SaidUsage, usageOf } from './usage.ts'

/** Engines take a bounded number at once, 32 the smallest that is known; so what is ready is on its way meanwhile. */
const AT_ONCE = 32

/** Where an OpenAI-style engine is asked, and by which name of the model. */
interface Engine {
  base: string
  key: string | undefined
  model: string
}

/** Whether a request is for vectors or scores. */
export const readsTexts = (request: GenerateRequest) => textsRead(request) !== undefined

/** Vectors or scores of texts, some at a time; the prompt's tokens are counted where the engine says them each time. */
export async function* readTexts(call: EngineCall, request: GenerateRequest, engine: Engine): AsyncGenerator<Chunk> {
  const { embed, rerank } = request
  const texts = textsRead(request) ?? []
  let prompt_tokens: number | undefined = 0
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    const some = texts.slice(at, at + AT_ONCE)
    const { pieces, usage } = embed
      ? await vectorsOf(call, engine, { ...embed, inputs: [...some] })
      : await scoresOf(call, engine, { ...(rerank as RerankTask), documents: [...some] })
    const counted = usage?.prompt_tokens ?? usage?.total_tokens ?? undefined
    prompt_tokens = counted === undefined || prompt_tokens === undefined ? undefined : prompt_tokens + counted
    yield { pieces }
  }
  yield { pieces: [], finish: 'stop', usage: usageOf({ prompt_tokens: prompt_tokens ?? null, completion_tokens: 0 }) }
}

interface SaidResults {
  data?: { index?: number; embedding?: unknown }[]
  results?: { index?: number; relevance_score?: unknown; score?: unknown }[]
  usage?: (SaidUsage & { total_tokens?: number | null }) | null
}

async function vectorsOf(call: EngineCall, engine: Engine, { inputs, dimensions }: EmbedTask) {
  const wanted = { input: inputs, encoding_format: 'float', ...(dimensions === undefined ? {} : { dimensions }) }
  const { data, usage } = await ask(call, engine, '/v1/embeddings', wanted)
  const vectors = placed(data, inputs.length, ({ embedding }) => asVector(embedding))
  return { pieces: vectors.map((vector): Piece => ({ text: '', facts: { vector } })), usage }
}

async function scoresOf(call: EngineCall, engine: Engine, { query, documents }: RerankTask) {
  const { results, usage } = await ask(call, engine, '/v1/rerank', { query, documents, top_n: documents.length })
  const scores = placed(results, documents.length, ({ relevance_score, score = relevance_score }) =>
    typeof score === 'number' && Number.isFinite(score) ? score : undefined,
  )
  return { pieces: scores.map((score): Piece => ({ text: '', facts: { score } })), usage }
}

/** Some engines write numbers, some base64 whatever they are asked for. */
function asVector(said: unknown): string | undefined {
  if (typeof said === 'string') return readVector(said) ? said : undefined
  return Array.isArray(said) ? writeVector(said) : undefined
}

/** One for each text, in the order of the texts: engines sort scores, and may say vectors in any order. */
function placed<S extends { index?: number }, T>(
  said: readonly S[] | undefined,
  count: number,
  read: (one: S) => T | undefined,
): T[] {
  const found = new Map(said?.map((one, place) => [one.index ?? place, read(one)]))
  const all = Array.from({ length: count }, (_, at) => found.get(at))
  if (found.size !== count || all.includes(undefined))
    throw new EngineError('engine_bad_stream', engineFaults.notOneEach(count))
  return all as T[]
}

async function ask(call: EngineCall, { base, key, model }: Engine, path: string, body: object): Promise<SaidResults> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...bearer(key) }
  const answer = await call.open(base + path, { method: 'POST', headers, body: JSON.stringify({ model, ...body }) })
  const parts: Uint8Array[] = []
  for (let part = await call.read(); part; part = await call.read()) parts.push(part)
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as SaidResults
  } catch (cause) {
    throw new EngineError('engine_bad_stream', engineFaults.noJson, { status: answer.status, cause })
  }
}
