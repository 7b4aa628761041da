import type { ChatMessage, ChatRequest, ChosenHosts, CompletionRequest, EngineOptions } from '@mkt/schemas'
import { renderChat } from '../jobs/render-chat.ts'

/** Requests of OpenAI's format in our terms; pure translation, no I/O. */

export type Door = 'chat' | 'completion'

/** What a request of any door asks for. */
export interface Wanted {
  model: string
  /** To fall back to. */
  models: string[]
  input_text: string
  messages: ChatMessage[] | undefined
  /** How many answers, each a job of its own. */
  n: number
  max_tokens: number | undefined
  temperature: number | undefined
  /** Nano-credits. */
  max_price_per_token: bigint | undefined
  max_price_per_input_token: bigint | undefined
  hosts: ChosenHosts | undefined
  verified: boolean
  /** What was delivered of an answer that nobody ends is kept, and paid. */
  partial: 'keep' | undefined
  /** What the buyer calls prompts that begin alike. */
  cache_key: string | undefined
  options: EngineOptions
  stream: boolean
  include_usage: boolean
}

export function readChat(request: ChatRequest): Wanted {
  const { messages, tools, tool_choice, parallel_tool_calls, response_format, logprobs, top_logprobs } = request
  const common = readCommon(request)
  const options: EngineOptions = {
    ...common.options,
    ...(tools ? { tools } : {}),
    ...(tool_choice ? { tool_choice } : {}),
    ...(parallel_tool_calls == null ? {} : { parallel_tool_calls }),
    ...(response_format ? { response_format } : {}),
    ...(logprobs ? { logprobs, top_logprobs: top_logprobs ?? 0 } : {}),
  }
  const max_tokens = request.max_completion_tokens ?? request.max_tokens ?? undefined
  return { ...common, options, messages, input_text: renderChat(messages), max_tokens }
}

export function readCompletion(request: CompletionRequest): Wanted {
  const common = readCommon(request)
  const { logprobs, prompt: input_text, max_tokens } = request
  const options = logprobs == null ? common.options : { ...common.options, logprobs: true, top_logprobs: logprobs }
  return { ...common, options, messages: undefined, input_text, max_tokens: max_tokens ?? undefined }
}

function readCommon(request: ChatRequest | CompletionRequest) {
  const { temperature, stream, stream_options, max_price_per_token, hosts, verified, n } = request
  const [model, ...models] = [...(request.model == null ? [] : [request.model]), ...(request.models ?? [])]
  return {
    model: model as string,
    models,
    n: n ?? 1,
    cache_key: request.prompt_cache_key ?? undefined,
    options: samplingOf(request),
    temperature: temperature ?? undefined,
    max_price_per_token: max_price_per_token ?? undefined,
    max_price_per_input_token: request.max_price_per_input_token ?? undefined,
    hosts: chosen(hosts ?? {}),
    verified: verified ?? false,
    partial: request.partial === 'keep' ? ('keep' as const) : undefined,
    stream: stream ?? false,
    include_usage: stream_options?.include_usage ?? false,
  }
}

function samplingOf(request: ChatRequest | CompletionRequest): EngineOptions {
  const { top_p, seed, stop, frequency_penalty, presence_penalty, logit_bias, top_k, min_p } = request
  const options: EngineOptions = {}
  if (stop) options.stop = stop
  if (top_p != null) options.top_p = top_p
  if (seed != null) options.seed = seed
  // Zero is what engines do anyway.
  if (frequency_penalty) options.frequency_penalty = frequency_penalty
  if (presence_penalty) options.presence_penalty = presence_penalty
  if (logit_bias && Object.keys(logit_bias).length > 0) options.logit_bias = logit_bias
  if (top_k != null && top_k > 0) options.top_k = top_k
  if (min_p) options.min_p = min_p
  return options
}

/** Undefined where no host is named. */
export function chosen({ only, not }: { only?: string[] | null | undefined; not?: string[] | null | undefined }) {
  if (!only && !not) return undefined
  return { ...(only ? { only } : {}), ...(not ? { not } : {}) }
}
