import { z } from 'zod'
import { partialText } from './continuation.ts'
import { creditsNotNegative } from './credits.ts'
import { hostIds, verifiedOnly } from './job.ts'
import { nothingBut, unknownParameter } from './known-members.ts'
import { wantedModels } from './model-alias.ts'
import { modelName } from './model-name.ts'

/** The part of OpenAI's responses that the marketplace speaks; what a chat may hold is judged as in its chats. */

const isText = (value: unknown): value is string => typeof value === 'string'
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A part of a message: what was asked, or what a model answered. */
export type ResponsePart =
  | { type: 'input_text' | 'output_text'; text: string }
  | { type: 'input_image'; image_url: string; detail?: string | null }

export type ResponseItem =
  | { type?: 'message'; role: string; content: string | ResponsePart[] }
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output'; call_id: string; output: string | ResponsePart[] }
  | { type: 'reasoning'; summary?: { text: string }[] | null }
  /** An item of a stored answer, by its id. */
  | { type: 'item_reference'; id: string }

const isPart = (value: unknown) => {
  if (!isObject(value)) return false
  if (value.type === 'input_image') return isText(value.image_url)
  return (value.type === 'input_text' || value.type === 'output_text') && isText(value.text)
}
const isContent = (value: unknown) => isText(value) || (Array.isArray(value) && value.every(isPart))
const named = (item: ResponseItem) => ({ ...item, type: item.type ?? kindOf(item) }) as ResponseItem

const isThought = (value: unknown) => Array.isArray(value) && value.every((part) => isObject(part) && isText(part.text))

/** The kinds of which OpenAI's clients may leave the name out. */
const kindOf = (item: object) => ('role' in item ? 'message' : 'item_reference')

const isItem = (value: unknown) => {
  if (!isObject(value)) return false
  switch (value.type ?? kindOf(value)) {
    case 'message':
      return isText(value.role) && isContent(value.content)
    case 'function_call':
      return isText(value.call_id) && isText(value.name) && isText(value.arguments)
    case 'function_call_output':
      return isText(value.call_id) && isContent(value.output)
    case 'item_reference':
      return isText(value.id) && value.id.length <= 64
    // What a model thought comes back with the next request.
    default:
      return value.type === 'reasoning' && (value.summary == null || isThought(value.summary))
  }
}

const MOST_ITEMS = 10_000
const KINDS = ['message', 'function_call', 'function_call_output', 'reasoning', 'item_reference']
// One fault for the whole list: with one an item, a wrong body of 1 MiB costs seconds to refuse.
const input = z
  .custom<string | ResponseItem[]>(
    (value) => isText(value) || (Array.isArray(value) && value.length <= MOST_ITEMS && value.every(isItem)),
    {
      error: `must be text, or at most ${MOST_ITEMS} items: ${KINDS.join(', ')}`,
    },
  )
  .meta({ override: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'object' } }] } })
  .transform((given) => (isText(given) ? given : given.map(named)))

const tool = z.strictObject({
  type: z.literal('function', { error: 'must be function: hosts run no tools of their own' }),
  name: z.string(),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
})

const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.strictObject({ type: z.literal('function'), name: z.string() }),
])

const format = z.union([
  z.strictObject({ type: z.enum(['text', 'json_object']) }),
  z.strictObject({
    type: z.literal('json_schema'),
    name: z.string(),
    description: z.string().nullish(),
    schema: z.record(z.string(), z.unknown()),
    strict: z.boolean().nullish(),
  }),
])

/** Thoughts are given as they are, which is what a summary that is left to the server, or a detailed one, asks for. */
const SUMMARY = [null, 'auto', 'detailed']
const REASONING = [{}, { effort: null }, ...SUMMARY.flatMap((summary) => [{ summary }, { effort: null, summary }])]

export const responseId = z
  .string()
  .max(64)
  .regex(/^resp_[0-9a-z]{1,48}$/, { error: 'must look like resp_...' })
  .meta({ example: 'resp_01k9zq4v7m3x8e2r5t6y7u8w9a' })

const metadata = z
  .record(z.string().max(64), z.string().max(512))
  .refine((pairs) => Object.keys(pairs).length <= 16, { error: 'must be at most 16 pairs' })

export const responseRequest = z
  .object({
    model: modelName,
    models: wantedModels.nullish(),
    input,
    instructions: z.string().nullish(),
    previous_response_id: responseId.nullish(),
    store: z.boolean().nullish(),
    stream: z.boolean().nullish(),
    max_output_tokens: z.int().min(1).max(1_000_000).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    tools: z.array(tool).max(128).nullish(),
    tool_choice: toolChoice.nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    text: z
      .strictObject({ format: format.nullish(), verbosity: nothingBut(['medium'], 'say it in the input') })
      .nullish(),
    metadata: metadata.nullish(),
    background: nothingBut([false], 'a request is answered while it waits'),
    truncation: nothingBut(['disabled'], 'nothing is left out of what is asked'),
    reasoning: nothingBut(REASONING, 'each host decides how its model reasons, and its thoughts are given whole'),
    include: nothingBut([[], ['reasoning.encrypted_content']], 'an answer has all that hosts say'),
    top_logprobs: nothingBut([0], 'chat completions have likelihoods'),
    max_tool_calls: nothingBut([], 'hosts run no tools of their own'),
    service_tier: nothingBut(['auto', 'default'], 'there is one tier; max_price_per_token bounds the price'),
    stream_options: nothingBut([{}, { include_obfuscation: false }], 'events are sent without padding'),
    user: z.unknown().optional(),
    safety_identifier: z.unknown().optional(),
    prompt_cache_key: z.string().max(1024).nullish(),
    prompt_cache_retention: z.unknown().optional(),
    /** Ours, as POST /run/model has them. */
    max_price_per_token: creditsNotNegative.nullish(),
    max_price_per_input_token: creditsNotNegative.nullish(),
    hosts: z.strictObject({ only: hostIds.nullish(), not: hostIds.nullish() }).nullish(),
    verified: verifiedOnly.nullish(),
    partial: partialText.nullish(),
  })
  .catchall(unknownParameter)
  .meta({ id: 'ResponseRequest' })
export type ResponseRequest = z.output<typeof responseRequest>

const outputItem = z.union([
  z.object({
    type: z.literal('message'),
    id: z.string(),
    status: z.string(),
    role: z.literal('assistant'),
    content: z.array(
      z.object({
        type: z.literal('output_text'),
        text: z.string(),
        annotations: z.array(z.unknown()),
        logprobs: z.array(z.unknown()),
      }),
    ),
  }),
  z.object({
    type: z.literal('function_call'),
    id: z.string(),
    status: z.string(),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  /** What the model thought, whole; it stands where clients look for it. */
  z.object({
    type: z.literal('reasoning'),
    id: z.string(),
    status: z.string(),
    summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })),
  }),
])
export type ResponseOutput = z.output<typeof outputItem>

export const response = z
  .object({
    id: responseId,
    object: z.literal('response'),
    created_at: z.int(),
    status: z.enum(['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled']),
    background: z.literal(false),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    incomplete_details: z.object({ reason: z.string() }).nullable(),
    instructions: z.string().nullable(),
    max_output_tokens: z.int().nullable(),
    model: z.string(),
    output: z.array(outputItem),
    parallel_tool_calls: z.boolean(),
    previous_response_id: z.string().nullable(),
    store: z.boolean(),
    temperature: z.number(),
    text: z.object({ format: z.unknown() }),
    tool_choice: z.unknown(),
    tools: z.array(z.unknown()),
    top_p: z.number(),
    truncation: z.literal('disabled'),
    usage: z
      .object({
        input_tokens: z.int(),
        input_tokens_details: z.object({ cached_tokens: z.int() }),
        output_tokens: z.int(),
        output_tokens_details: z.object({ reasoning_tokens: z.int() }),
        total_tokens: z.int(),
      })
      .nullable(),
    metadata: z.record(z.string(), z.string()),
  })
  .meta({ id: 'Response' })
export type Response = z.output<typeof response>

export const deletedResponse = z
  .object({ id: responseId, object: z.literal('response'), deleted: z.literal(true) })
  .meta({ id: 'DeletedResponse' })
