import {
  type EmbeddingsRequest,
  type RerankRequest,
  renderTexts,
  type Submission,
  type VectorTasks,
} from '@mkt/schemas'
import { chosen } from './read.ts'

/** What a request for vectors or scores submits. */
export interface Reading {
  submission: Submission
  /** To fall back to. */
  models: string[]
}

/** In our terms; pure translation, no I/O. */
export function embeddingOf(request: EmbeddingsRequest): Reading {
  const { input, dimensions } = request
  const inputs = typeof input === 'string' ? [input] : input
  return readingOf(request, { embed: { inputs, ...(dimensions == null ? {} : { dimensions }) } })
}

export function rerankOf(request: RerankRequest): Reading {
  const { query, documents } = request
  return readingOf(request, { rerank: { query, documents } })
}

function readingOf(request: EmbeddingsRequest | RerankRequest, task: VectorTasks): Reading {
  const [model, ...models] = [...(request.model == null ? [] : [request.model]), ...(request.models ?? [])]
  const limit = request.max_price_per_input_token ?? request.max_price_per_token ?? undefined
  const hosts = chosen(request.hosts ?? {})
  const terms = {
    ...(limit === undefined ? {} : { max_price_per_input_token: limit }),
    ...(hosts === undefined ? {} : { hosts }),
    ...(request.verified ? { verified: true } : {}),
  }
  // Nothing is sampled.
  const submission = { model: model as string, input_text: renderTexts(task), temperature: 0, ...terms, ...task }
  return { submission, models }
}
