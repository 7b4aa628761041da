import { z } from 'zod'
import { capabilityList } from './capability.ts'
import {
  askedMessageShape,
  askedRole,
  type ChatMessage,
  chatBytes,
  isChatText,
  judgeMessage,
  MAX_INPUT_BYTES,
  picturesFault,
  plainMessage,
} from './chat.ts'
import { partialText } from './continuation.ts'
import { creditsNotNegative } from './credits.ts'
import { askedOptions, judgeOptions } from './generation.ts'
import { hostIds, verifiedOnly } from './job.ts'
import { asksNothing, metadata, onlyKnown, unknownParameter, unserved } from './known-members.ts'
import { MOST_TOP_LOGPROBS, tokenLogprob } from './likelihood.ts'
import { wantedModels } from './model-alias.ts'
import { modelName } from './model-name.ts'
import {
  PARSED,
  UNSERVED_IN_CHATS,
  UNSERVED_IN_COMPLETIONS,
  UNSERVED_IN_MESSAGES,
  UNSERVED_IN_STREAMS,
} from './openai-parameters.ts'
import { prose } from './text.ts'
import { toolCall } from './tool.ts'

/** The part of OpenAI's wire format that the marketplace speaks. Any other parameter is refused by its name. */

const NAMED = 'is not supported: hosts know speakers by their role only; say who speaks in the content and leave it out'
const nameOf = z.unknown().optional().meta({ description: "Of a tool's message alone: hosts know speakers by role." })

const parsed = z.unknown().optional().meta({ description: PARSED })

const message = onlyKnown({
  ...{ role: askedRole, ...askedMessageShape, name: nameOf, parsed },
  ...unserved(UNSERVED_IN_MESSAGES),
})
  .superRefine((given, context) => {
    judgeMessage(given, context)
    // Of a tool's it says again which function was called: agents of LangChain send it with each answer.
    const { name, role } = given as { name?: unknown; role: string }
    if (!asksNothing(name) && name !== '' && (role !== 'tool' || typeof name !== 'string'))
      context.addIssue({ code: 'custom', path: ['name'], message: NAMED })
  })
  .transform((given) => plainMessage(given))

const stop = z
  .union([z.string().min(1).max(500), z.array(z.string().min(1).max(500)).max(4)], {
    error: 'must be a text of 1 to 500 characters, or a list of at most 4 such texts',
  })
  .nullish()
  .transform((given) => (given == null || given.length === 0 ? undefined : typeof given === 'string' ? [given] : given))

const promptCacheKey = z.string().max(1024).refine(isChatText, { error: 'must be well-formed text without NUL' })

/** Answers to one request, each a job of its own. */
export const MOST_ANSWERS = 8

const common = {
  model: modelName.nullish().meta({ description: 'May be left out where `models` says them.' }),
  /** As OpenRouter has it. */
  models: wantedModels.nullish(),
  max_tokens: z.int().min(1).max(1_000_000).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  seed: z.int().nullish(),
  n: z.int().min(1).max(MOST_ANSWERS).nullish(),
  frequency_penalty: askedOptions.frequency_penalty.nullable(),
  presence_penalty: askedOptions.presence_penalty.nullable(),
  logit_bias: askedOptions.logit_bias.nullable(),
  /** Not OpenAI's, but sent by many clients of other engines; -1 and 0 ask for nothing. */
  top_k: z.int().min(-1).max(1_000_000).nullish(),
  min_p: askedOptions.min_p.nullable(),
  /** Ours: no host that asks more for a token gets the job. Credits. */
  max_price_per_token: creditsNotNegative.nullish(),
  max_price_per_input_token: creditsNotNegative.nullish(),
  /** Ours, as POST /run/model has them. */
  hosts: onlyKnown({ only: hostIds.nullish(), not: hostIds.nullish() })
    .nullish()
    .meta({ description: 'Which hosts may run it, by their ids: one of `only`, none of `not`.' }),
  verified: verifiedOnly.nullish(),
  partial: partialText.nullish(),
  /** Prompts of one buyer that begin alike have the same one: they go to a host that has read that before. */
  prompt_cache_key: promptCacheKey.nullish(),
  stop,
  stream: z.boolean().nullish(),
  stream_options: onlyKnown({ include_usage: z.boolean().nullish(), ...unserved(UNSERVED_IN_STREAMS) }).nullish(),
  ...metadata,
}

const NAMES_A_MODEL = { path: ['model'], error: 'is required, or a list of models' }
const namesAModel = ({ model, models }: { model?: string | null | undefined; models?: string[] | null | undefined }) =>
  model != null || models != null

export const chatRequest = z
  .object({
    ...common,
    messages: z
      .array(message)
      .min(1)
      .max(10_000)
      .superRefine((messages: ChatMessage[], context) => {
        const long = chatBytes(messages) > MAX_INPUT_BYTES
        const fault = long ? `must be at most ${MAX_INPUT_BYTES} bytes together` : picturesFault(messages)
        if (fault) context.addIssue({ code: 'custom', message: fault })
      }),
    max_completion_tokens: z.int().min(1).max(1_000_000).nullish(),
    tools: askedOptions.tools.nullable(),
    tool_choice: askedOptions.tool_choice.nullable(),
    parallel_tool_calls: z.boolean().nullish(),
    response_format: askedOptions.response_format.nullable(),
    logprobs: z.boolean().nullish(),
    top_logprobs: z.int().min(0).max(MOST_TOP_LOGPROBS).nullish(),
    ...unserved(UNSERVED_IN_CHATS),
  })
  .catchall(unknownParameter)
  .refine(namesAModel, NAMES_A_MODEL)
  .superRefine(({ tools, tool_choice, response_format, logprobs, top_logprobs }, context) => {
    const fault = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    judgeOptions(
      {
        tools: tools ?? undefined,
        tool_choice: tool_choice ?? undefined,
        response_format: response_format ?? undefined,
        logprobs: logprobs ?? undefined,
        top_logprobs: top_logprobs ?? undefined,
      },
      fault,
    )
  })
  .meta({ id: 'ChatCompletionRequest' })
export type ChatRequest = z.output<typeof chatRequest>

const MOST_TEXT_LOGPROBS = 5
export const completionRequest = z
  .object({
    ...common,
    prompt: z.union([prose(MAX_INPUT_BYTES), z.tuple([prose(MAX_INPUT_BYTES)]).transform(([text]) => text)], {
      error: ({ input }) =>
        Array.isArray(input) && input.length > 1 && typeof input[0] === 'string'
          ? 'holds several prompts: send one prompt a request'
          : `must be one text of at most ${MAX_INPUT_BYTES} bytes, or a list of one`,
    }),
    logprobs: z.int().min(0).max(MOST_TEXT_LOGPROBS).nullish(),
    ...unserved(UNSERVED_IN_COMPLETIONS),
  })
  .catchall(unknownParameter)
  .refine(namesAModel, NAMES_A_MODEL)
  .meta({ id: 'CompletionRequest' })
export type CompletionRequest = z.output<typeof completionRequest>

/** The details stand there where the engine says them. */
const usage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  prompt_tokens_details: z.object({ cached_tokens: z.int() }).optional(),
  completion_tokens_details: z.object({ reasoning_tokens: z.int() }).optional(),
})
export type OpenAiUsage = z.output<typeof usage>

const answer = { id: z.string(), created: z.int(), model: z.string(), usage }

/** Here `bytes` are always said. */
const bytes = z.array(z.int()).nullable()
const chatLogprob = z.object({ token: z.string(), logprob: z.number(), bytes })
const chatLogprobs = z.object({
  content: z.array(tokenLogprob.extend({ bytes, top_logprobs: z.array(chatLogprob) })).nullable(),
  refusal: z.null(),
})
export type ChatLogprobs = z.output<typeof chatLogprobs>

const answeredMessage = z.object({
  role: z.literal('assistant'),
  content: z.string().nullable(),
  /** What the model thought, where its engine says it. */
  reasoning_content: z.string().optional(),
  tool_calls: z.array(toolCall).optional(),
})
export type AnsweredMessage = z.output<typeof answeredMessage>

export const chatCompletion = z
  .object({
    ...answer,
    object: z.literal('chat.completion'),
    choices: z.array(
      z.object({
        index: z.int(),
        message: answeredMessage,
        logprobs: chatLogprobs.optional(),
        finish_reason: z.string(),
      }),
    ),
  })
  .meta({ id: 'ChatCompletion' })

const textLogprobs = z.object({
  tokens: z.array(z.string()),
  token_logprobs: z.array(z.number()),
  top_logprobs: z.array(z.record(z.string(), z.number())),
  text_offset: z.array(z.int()),
})
export type TextLogprobs = z.output<typeof textLogprobs>

export const completion = z
  .object({
    ...answer,
    object: z.literal('text_completion'),
    choices: z.array(
      z.object({ index: z.int(), text: z.string(), finish_reason: z.string(), logprobs: textLogprobs.nullable() }),
    ),
  })
  .meta({ id: 'Completion' })

/**
 * `created` is when a host first offered the model, in epoch seconds. The members after `owned_by` are those that
 * OpenRouter and others add; prices are credits for a token as decimal text, the lowest of any host.
 */
export const openAiModel = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    created: z.int(),
    owned_by: z.string(),
    context_length: z.int().nullable().meta({
      description: 'Tokens of prompt and answer together, the most that a host says; null where none does.',
    }),
    max_completion_tokens: z.int().meta({ description: 'The longest answer that a host gives.' }),
    available_hosts: z.int().min(0),
    capabilities: capabilityList.meta({ description: 'What at least one active host can do with it.' }),
    pricing: z.object({ prompt: z.string(), completion: z.string() }),
    alias_of: z.array(z.string()).optional().meta({ description: 'The models that this name stands for.' }),
  })
  .meta({ id: 'OpenAiModel' })
export type OpenAiModel = z.output<typeof openAiModel>
export const openAiModels = z
  .object({ object: z.literal('list'), data: z.array(openAiModel) })
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
