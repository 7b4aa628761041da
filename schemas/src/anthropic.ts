import { z } from 'zod'
import { partialText } from './continuation.ts'
import { creditsNotNegative } from './credits.ts'
import { isDeeperThan, MOST_LEVELS } from './generation.ts'
import { hostIds, verifiedOnly } from './job.ts'
import { asksNothing, nothingBut, unknownParameter } from './known-members.ts'
import { wantedModels } from './model-alias.ts'
import { modelName } from './model-name.ts'

/** The part of Anthropic's wire format that the marketplace speaks; what a chat may hold is judged as in OpenAI's. */

const isText = (value: unknown): value is string => typeof value === 'string'
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Members of each kind of block, and what they must be; those of ANYWHERE say nothing about an answer. */
const BLOCKS: Record<string, Record<string, (value: unknown) => boolean>> = {
  text: { text: isText },
  image: {
    source: (value) => isObject(value) && value.type === 'base64' && isText(value.media_type) && isText(value.data),
  },
  tool_use: { id: isText, name: isText, input: (value) => isObject(value) && !isDeeperThan(value, MOST_LEVELS) },
  tool_result: {
    tool_use_id: isText,
    content: (value) => asksNothing(value) || isText(value) || isBlocks(value, ['text', 'image']),
    is_error: (value) => asksNothing(value) || typeof value === 'boolean',
  },
  // What a model thought comes back with the next request.
  thinking: { thinking: isText, signature: () => true },
  redacted_thinking: { data: () => true },
}
const ANYWHERE = ['type', 'cache_control', 'citations']

const isBlock = (value: unknown, kinds: readonly string[]) => {
  if (!isObject(value) || !isText(value.type) || !kinds.includes(value.type)) return false
  const members = BLOCKS[value.type] as Record<string, (value: unknown) => boolean>
  const known = Object.keys(value).every(
    (name) => Object.hasOwn(members, name) || ANYWHERE.includes(name) || value[name] == null,
  )
  return known && Object.entries(members).every(([name, check]) => check(value[name]))
}
const isBlocks = (value: unknown, kinds: readonly string[]): boolean =>
  Array.isArray(value) && value.every((one) => isBlock(one, kinds))

/** A block of a message's content, of one of the kinds that are known here. */
export type AnthropicBlock =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: string; data: string } }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }
  | { type: 'tool_result'; tool_use_id: string; content?: string | AnthropicBlock[] | null; is_error?: boolean | null }
  | { type: 'thinking'; thinking: string }
  | { type: 'redacted_thinking' }

// One fault for the whole content: with one a block, a wrong body of 1 MiB costs seconds to refuse.
const blocks = (kinds: readonly string[]) =>
  z
    .custom<string | AnthropicBlock[]>((value) => isText(value) || isBlocks(value, kinds), {
      error:
        `must be text, or a list of blocks of these kinds with their members: ${kinds.join(', ')}` +
        (kinds.includes('image') ? '; the source of an image must be base64, since no address is fetched' : ''),
    })
    .meta({ override: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'object' } }] } })

const message = z.object({ role: z.enum(['user', 'assistant']), content: blocks(Object.keys(BLOCKS)) })
export type AnthropicMessage = z.output<typeof message>

const tool = z.strictObject({
  type: z.literal('custom').nullish(),
  name: z.string(),
  description: z.string().nullish(),
  input_schema: z.record(z.string(), z.unknown()),
  strict: z.boolean().nullish(),
  cache_control: z.unknown().optional(),
  /** Arguments come as they are written in any case. */
  eager_input_streaming: z.unknown().optional(),
})

const toolChoice = z.strictObject({
  type: z.enum(['auto', 'any', 'tool', 'none']),
  name: z.string().nullish(),
  disable_parallel_tool_use: z.boolean().nullish(),
})

/** A JSON schema that the answer must fit. */
const outputFormat = z.strictObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) })
const EFFORT = 'each host decides how its model reasons'

/** Adaptive is how models think here; `display` says whether it is shown. */
const DISPLAYS = [{}, { display: null }, { display: 'summarized' }, { display: 'omitted' }]
const THINKING = [{ type: 'disabled' }, ...DISPLAYS.map((display) => ({ type: 'adaptive', ...display }))]

/** Whether what a model thinks is part of the answer: it is paid in any case. */
export function showsThoughts({ thinking }: AnthropicRequest): boolean {
  const { type, display } = isObject(thinking) ? thinking : {}
  return type !== 'disabled' && display !== 'omitted'
}

const NO_THREADS =
  'is not supported: no conversation is kept here, each request brings all of its own; pass thread: false'

export const anthropicRequest = z
  .object({
    model: modelName,
    models: wantedModels.nullish(),
    messages: z.array(message).min(1).max(10_000),
    max_tokens: z.int().min(1).max(1_000_000),
    system: blocks(['text']).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    top_k: z.int().min(0).max(1_000_000).nullish(),
    stop_sequences: z.array(z.string().min(1).max(500)).max(4).nullish(),
    stream: z.boolean().nullish(),
    tools: z.array(tool).max(128).nullish(),
    tool_choice: toolChoice.nullish(),
    output_config: z.strictObject({ format: outputFormat.nullish(), effort: nothingBut([], EFFORT) }).nullish(),
    /** As it was called at first. */
    output_format: outputFormat.nullish(),
    thinking: nothingBut(THINKING, `${EFFORT}: only adaptive and disabled can be asked for`),
    metadata: z.unknown().optional(),
    /** Hosts keep what they have read as they do. */
    cache_control: z.unknown().optional(),
    service_tier: z.enum(['auto', 'standard_only']).nullish(),
    thread: z
      .unknown()
      .refine((value) => asksNothing(value) || value === false, { error: NO_THREADS })
      .optional(),
    /** Ours, as POST /run/model has them. */
    max_price_per_token: creditsNotNegative.nullish(),
    max_price_per_input_token: creditsNotNegative.nullish(),
    hosts: z.strictObject({ only: hostIds.nullish(), not: hostIds.nullish() }).nullish(),
    verified: verifiedOnly.nullish(),
    partial: partialText.nullish(),
  })
  .catchall(unknownParameter)
  .meta({ id: 'AnthropicRequest' })
export type AnthropicRequest = z.output<typeof anthropicRequest>

export const anthropicAnswer = z
  .object({
    id: z.string(),
    type: z.literal('message'),
    role: z.literal('assistant'),
    model: z.string(),
    content: z.array(
      z.union([
        z.object({ type: z.literal('text'), text: z.string() }),
        z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
        z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.unknown() }),
      ]),
    ),
    stop_reason: z.enum(['end_turn', 'max_tokens', 'stop_sequence', 'tool_use']).nullable(),
    stop_sequence: z.string().nullable(),
    usage: z.object({ input_tokens: z.int(), output_tokens: z.int(), cache_read_input_tokens: z.int().optional() }),
  })
  .meta({ id: 'AnthropicMessage' })
export type AnthropicAnswer = z.output<typeof anthropicAnswer>

/** Anthropic's error body, answered by POST /v1/messages. */
export const anthropicError = z.object({
  type: z.literal('error'),
  error: z.object({
    type: z.string(),
    message: z.string(),
    details: z.object({ error_code: z.string(), unsupported: z.array(z.string()) }).optional(),
  }),
})
export type AnthropicErrorBody = z.output<typeof anthropicError>
