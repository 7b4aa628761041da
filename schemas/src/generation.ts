import { z } from 'zod'
import { type ChatMessage, hasPictures } from './chat.ts'
import { MOST_TOP_LOGPROBS } from './likelihood.ts'
import { askedTools, jsonSchema, tool, toolChoice } from './tool.ts'
import { embedTask, rerankTask } from './vectors.ts'

/** How an answer has to look. */
const schemaShape = {
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, {
    error: 'must be 1 to 64 letters, digits, underscores or hyphens',
  }),
  description: z.string().max(65_536).optional(),
  schema: jsonSchema,
  strict: z.boolean().nullish(),
}
export const responseFormat = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('json_object') }),
    z.object({ type: z.literal('json_schema'), json_schema: z.object(schemaShape) }),
  ])
  .meta({ id: 'ResponseFormat' })
export type ResponseFormat = z.infer<typeof responseFormat>

const MOST_BIASES = 1024
const sampling = {
  /** Texts before which generation ends; they are not part of the output. */
  stop: z.array(z.string().min(1).max(500)).min(1).max(4).optional(),
  top_p: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
  frequency_penalty: z.number().min(-2).max(2).optional(),
  presence_penalty: z.number().min(-2).max(2).optional(),
  /** By the engine's own numbers of tokens. */
  logit_bias: z
    .record(z.string().regex(/^\d{1,9}$/, { error: 'must be the number of a token' }), z.number().min(-100).max(100))
    .refine((biases) => Object.keys(biases).length <= MOST_BIASES, { error: `must name at most ${MOST_BIASES} tokens` })
    .optional(),
  top_k: z.int().min(1).max(1_000_000).optional(),
  min_p: z.number().min(0).max(1).optional(),
}
const likelihoods = {
  logprobs: z.boolean().optional(),
  top_logprobs: z.int().min(0).max(MOST_TOP_LOGPROBS).optional(),
}

/**
 * Nothing is to be written: the pieces are those of this text, each with the likelihoods of its tokens as the answer to
 * the prompt. Only hosts that the operator trusts, and that say `scoring`, are asked for it.
 */
export const scoredText = z.object({ text: z.string().min(1).max(262_144) }).meta({ id: 'ScoredText' })

/** What a buyer may ask of an engine beside max_tokens and temperature. Engines ignore sampling that they know not. */
export const engineOptions = z.object({
  ...sampling,
  ...likelihoods,
  tools: z.array(tool).optional(),
  tool_choice: toolChoice.optional(),
  parallel_tool_calls: z.boolean().optional(),
  response_format: responseFormat.optional(),
  /** In place of a text to write: vectors of these, ... */
  embed: embedTask.optional(),
  /** ... or scores of those. */
  rerank: rerankTask.optional(),
})
export type EngineOptions = z.infer<typeof engineOptions>

/** The same as buyers ask for it. */
export const askedOptions = {
  ...sampling,
  ...likelihoods,
  tools: askedTools.optional(),
  tool_choice: toolChoice.optional(),
  parallel_tool_calls: z.boolean().optional(),
  response_format: z
    .discriminatedUnion(
      'type',
      [
        z.strictObject({ type: z.literal('text') }),
        z.strictObject({ type: z.literal('json_object') }),
        z.strictObject({ type: z.literal('json_schema'), json_schema: z.strictObject(schemaShape) }),
      ],
      { error: 'must have the type text, json_object or json_schema' },
    )
    .transform((format): ResponseFormat | undefined => (format.type === 'text' ? undefined : format))
    .optional(),
  embed: embedTask.optional(),
  rerank: rerankTask.optional(),
}

type Asked = EngineOptions & { messages?: readonly ChatMessage[] | undefined }

/** Levels of lists and objects within each other: deeper ones exhaust the stack of whoever walks through them. */
export const MOST_LEVELS = 64
const MAX_DECLARED_BYTES = 262_144
const encoder = new TextEncoder()

/** What asks for something of a text that is written. */
const OF_TEXTS = ['tools', 'tool_choice', 'response_format', 'logprobs', 'stop'] as const

/** What belongs together among options. */
export function judgeOptions(asked: Asked, fault: (path: (string | number)[], message: string) => void): void {
  const { tools, logprobs, top_logprobs, response_format } = asked
  if (top_logprobs && !logprobs) fault(['top_logprobs'], 'needs "logprobs": true')
  const beside = asked.embed || asked.rerank ? OF_TEXTS.find((name) => asked[name] !== undefined) : undefined
  if (beside) fault([beside], 'is for answers of text: leave it out beside embed and rerank')
  judgeChoice(asked, fault)
  for (const [path, value] of [
    [['tools'], tools],
    [['response_format'], response_format],
  ] as const) {
    if (value === undefined) continue
    if (isDeeperThan(value, MOST_LEVELS)) fault([...path], `must have at most ${MOST_LEVELS} levels`)
    else if (encoder.encode(JSON.stringify(value)).length > MAX_DECLARED_BYTES) {
      fault([...path], `must be at most ${MAX_DECLARED_BYTES} bytes`)
    }
  }
}

function judgeChoice({ tools, tool_choice }: Asked, fault: (path: (string | number)[], message: string) => void): void {
  if (tool_choice === undefined || tool_choice === 'none' || tool_choice === 'auto') return
  if (!tools?.length) fault(['tool_choice'], 'is for requests with tools only')
  else if (typeof tool_choice !== 'string' && !tools.some((one) => one.function.name === tool_choice.function.name)) {
    fault(['tool_choice'], `names no tool of this request: "${tool_choice.function.name}"`)
  }
}

/** Without recursion, since it guards against what has too many levels for that. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

/** The capabilities that a request needs of a host, as hosts declare them. */
export function capabilitiesNeeded({ tools, response_format, logprobs, embed, rerank, messages = [] }: Asked) {
  const speaksOfTools = messages.some(({ role, tool_calls }) => role === 'tool' || tool_calls !== undefined)
  return [
    ...(tools?.length || speaksOfTools ? (['tools'] as const) : []),
    ...(response_format ? (['json_schema'] as const) : []),
    ...(logprobs ? (['logprobs'] as const) : []),
    ...(hasPictures(messages) ? (['images'] as const) : []),
    ...(embed ? (['embeddings'] as const) : []),
    ...(rerank ? (['rerank'] as const) : []),
  ]
}
