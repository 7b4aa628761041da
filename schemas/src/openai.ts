import { z } from 'zod'
import { modelName, prose } from './text.ts'

/** The part of OpenAI's wire format that the marketplace speaks. Members that are not here are ignored. */

const MAX_PROMPT_BYTES = 262_144

/** NUL is refused: Postgres cannot store it. */
const chatText = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\0'), { error: 'must be well-formed text without NUL' })

const textPart = z.object({ type: z.literal('text'), text: chatText })
const content = z
  .union([chatText, z.array(textPart)], { error: 'must be text, or an array of text parts' })
  .transform((given) => (typeof given === 'string' ? given : given.map((part) => part.text).join('')))

/** `developer` is what newer clients call `system`. */
const message = z.object({
  role: z
    .enum(['system', 'developer', 'user', 'assistant'], { error: 'must be system, developer, user or assistant' })
    .transform((role) => (role === 'developer' ? 'system' : role)),
  content,
})

/** A member of which one value is what we do anyway, and any other would be ignored in silence. */
const only = (schema: z.ZodType, what: string) =>
  z
    .unknown()
    .refine((value) => value == null || schema.safeParse(value).success, { error: `is not supported: ${what}` })
    .optional()

const stop = z
  .union([z.string().min(1).max(500), z.array(z.string().min(1).max(500)).max(4)])
  .nullish()
  .transform((given) => (given == null || given.length === 0 ? undefined : typeof given === 'string' ? [given] : given))

const common = {
  model: modelName,
  max_tokens: z.int().min(1).max(1_000_000).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  seed: z.int().nullish(),
  stop,
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  n: only(z.literal(1), 'one answer a request'),
}

export const chatRequest = z
  .object({
    ...common,
    messages: z.array(message).min(1).max(10_000),
    max_completion_tokens: z.int().min(1).max(1_000_000).nullish(),
    tools: only(z.array(z.unknown()).max(0), 'hosts generate text only'),
    response_format: only(z.object({ type: z.literal('text') }), 'hosts generate plain text'),
  })
  .refine((request) => new TextEncoder().encode(JSON.stringify(request.messages)).length <= MAX_PROMPT_BYTES, {
    path: ['messages'],
    error: `must be at most ${MAX_PROMPT_BYTES} bytes together`,
  })
  .meta({ id: 'ChatCompletionRequest' })
export type ChatRequest = z.output<typeof chatRequest>

export const completionRequest = z
  .object({
    ...common,
    prompt: z.union([prose(MAX_PROMPT_BYTES), z.tuple([prose(MAX_PROMPT_BYTES)]).transform(([text]) => text)], {
      error: 'must be one text',
    }),
  })
  .meta({ id: 'CompletionRequest' })
export type CompletionRequest = z.output<typeof completionRequest>

const usage = z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() })
export type OpenAiUsage = z.output<typeof usage>

const answer = { id: z.string(), created: z.int(), model: z.string(), usage }

export const chatCompletion = z
  .object({
    ...answer,
    object: z.literal('chat.completion'),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({ role: z.literal('assistant'), content: z.string() }),
        finish_reason: z.string(),
      }),
    ),
  })
  .meta({ id: 'ChatCompletion' })

export const completion = z
  .object({
    ...answer,
    object: z.literal('text_completion'),
    choices: z.array(z.object({ index: z.int(), text: z.string(), finish_reason: z.string(), logprobs: z.null() })),
  })
  .meta({ id: 'Completion' })

export const openAiModels = z
  .object({
    object: z.literal('list'),
    data: z.array(z.object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })),
  })
  .meta({ id: 'OpenAiModels' })

/** OpenAI's error body, answered by everything under /v1. */
export const openAiError = z.object({
  error: z.object({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string().nullable(),
  }),
})
export type OpenAiErrorBody = z.output<typeof openAiError>
