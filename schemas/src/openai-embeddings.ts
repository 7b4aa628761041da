import { z } from 'zod'
import { creditsNotNegative } from './credits.ts'
import { hostIds, verifiedOnly } from './job.ts'
import { metadata, onlyKnown, unknownParameter } from './known-members.ts'
import { wantedModels } from './model-alias.ts'
import { modelName } from './model-name.ts'
import { dimensions, MAX_VECTOR_BYTES_READ, MOST_INPUTS, query, score, textsFault } from './vectors.ts'

const TOKENS = 'holds numbers of tokens, which differ from engine to engine: send the text'

const isTokens = (given: unknown) =>
  Array.isArray(given) && (typeof given[0] === 'number' || (Array.isArray(given[0]) && typeof given[0][0] === 'number'))

const inputFault = (given: unknown) => {
  if (given === undefined) return 'is required'
  if (isTokens(given)) return TOKENS
  return textsFault(typeof given === 'string' ? [given] : given)
}

const input = z
  .custom<string | string[]>((value) => inputFault(value) === undefined, { error: ({ input }) => inputFault(input) })
  .meta({
    override: {
      anyOf: [{ type: 'string' }, { type: 'array', minItems: 1, maxItems: MOST_INPUTS, items: { type: 'string' } }],
    },
    description: `A text, or several: at most ${MAX_VECTOR_BYTES_READ} bytes together.`,
  })

const common = {
  model: modelName.nullish().meta({ description: 'May be left out where `models` says them.' }),
  models: wantedModels.nullish(),
  /** Ours: no host that asks more for a token that is read gets the job. Credits. */
  max_price_per_input_token: creditsNotNegative.nullish(),
  /** The same: nothing is written that could cost anything. */
  max_price_per_token: creditsNotNegative.nullish(),
  hosts: onlyKnown({ only: hostIds.nullish(), not: hostIds.nullish() })
    .nullish()
    .meta({ description: 'Which hosts may run it, by their ids: one of `only`, none of `not`.' }),
  verified: verifiedOnly.nullish(),
  ...metadata,
}
const NAMES_A_MODEL = { path: ['model'], error: 'is required, or a list of models' }
const namesAModel = ({ model, models }: { model?: string | null | undefined; models?: string[] | null | undefined }) =>
  model != null || models != null

export const embeddingsRequest = z
  .object({
    ...common,
    input,
    encoding_format: z.enum(['float', 'base64'], { error: 'must be float or base64' }).nullish(),
    dimensions: dimensions.nullish(),
  })
  .catchall(unknownParameter)
  .refine(namesAModel, NAMES_A_MODEL)
  .meta({ id: 'EmbeddingsRequest' })
export type EmbeddingsRequest = z.output<typeof embeddingsRequest>

const usage = z.object({ prompt_tokens: z.int(), total_tokens: z.int() })
export const embeddings = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        object: z.literal('embedding'),
        index: z.int(),
        embedding: z.union([z.array(z.number()), z.string()]).meta({
          description: 'Numbers, or with base64 the same as little-endian 32-bit floats.',
        }),
      }),
    ),
    model: z.string(),
    usage,
  })
  .meta({ id: 'Embeddings' })
export type Embeddings = z.output<typeof embeddings>

/** A document as Cohere's and Jina's clients send it. */
const documentsOf = (given: unknown) =>
  Array.isArray(given) ? given.map((one) => (typeof one === 'object' && one !== null ? one.text : one)) : given
const documents = z
  .custom<(string | { text: string })[]>((value) => textsFault(documentsOf(value)) === undefined, {
    error: ({ input }) => (input === undefined ? 'is required' : textsFault(documentsOf(input))),
  })
  .meta({
    override: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_INPUTS,
      items: {
        anyOf: [{ type: 'string' }, { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }],
      },
    },
    description: `At most ${MAX_VECTOR_BYTES_READ} bytes together.`,
  })
  .transform((given) => documentsOf(given) as string[])

/** As Cohere, Jina and the engines that follow them have it. */
export const rerankRequest = z
  .object({
    ...common,
    query,
    documents,
    top_n: z.int().min(1).nullish().meta({ description: 'So many of the best; without it all.' }),
    return_documents: z.boolean().nullish(),
  })
  .catchall(unknownParameter)
  .refine(namesAModel, NAMES_A_MODEL)
  .meta({ id: 'RerankRequest' })
export type RerankRequest = z.output<typeof rerankRequest>

export const reranked = z
  .object({
    id: z.string(),
    model: z.string(),
    /** The best first. */
    results: z.array(
      z.object({ index: z.int(), relevance_score: score, document: z.object({ text: z.string() }).optional() }),
    ),
    usage,
  })
  .meta({ id: 'Reranked' })
export type Reranked = z.output<typeof reranked>
