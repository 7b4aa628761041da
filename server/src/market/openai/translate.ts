import type { ChatMessage, ChatRequest, ChosenHosts, CompletionRequest, EngineOptions, OpenAiUsage } from '@mkt/schemas'

/** A job in the terms of OpenAI's format; pure translation, no I/O. */

export type Door = 'chat' | 'completion'

/** What a request asks for, in our terms. */
export interface Wanted {
  model: string
  /** To fall back to. */
  models: string[]
  input_text: string
  messages: ChatMessage[] | undefined
  max_tokens: number | undefined
  temperature: number | undefined
  /** Nano-credits. */
  max_price_per_token: bigint | undefined
  max_price_per_input_token: bigint | undefined
  hosts: ChosenHosts | undefined
  verified: boolean
  options: EngineOptions
  stream: boolean
  include_usage: boolean
}

export function readChat(request: ChatRequest): Wanted {
  const max_tokens = request.max_completion_tokens ?? request.max_tokens ?? undefined
  const { messages } = request
  return { ...readCommon(request), messages, input_text: renderChat(messages), max_tokens }
}

export function readCompletion(request: CompletionRequest): Wanted {
  return {
    ...readCommon(request),
    messages: undefined,
    input_text: request.prompt,
    max_tokens: request.max_tokens ?? undefined,
  }
}

function readCommon({
  model: first,
  models: more,
  temperature,
  top_p,
  seed,
  stop,
  stream,
  stream_options,
  max_price_per_token,
  max_price_per_input_token,
  hosts,
  verified,
}: ChatRequest | CompletionRequest) {
  const [model, ...models] = [...(first == null ? [] : [first]), ...(more ?? [])]
  const options: EngineOptions = {}
  if (stop) options.stop = stop
  if (top_p != null) options.top_p = top_p
  if (seed != null) options.seed = seed
  return {
    model: model as string,
    models,
    options,
    temperature: temperature ?? undefined,
    max_price_per_token: max_price_per_token ?? undefined,
    max_price_per_input_token: max_price_per_input_token ?? undefined,
    hosts: chosen(hosts ?? {}),
    verified: verified ?? false,
    stream: stream ?? false,
    include_usage: stream_options?.include_usage ?? false,
  }
}

/** Undefined where no host is named. */
function chosen({ only, not }: { only?: string[] | null | undefined; not?: string[] | null | undefined }) {
  if (!only && !not) return undefined
  return { ...(only ? { only } : {}), ...(not ? { not } : {}) }
}

const SPEAKER = { system: 'System', user: 'User', assistant: 'Assistant' } as const

/** A chat as one text, for engines that know no chat: a lone user message is just its text. */
export function renderChat(messages: readonly ChatMessage[]): string {
  const [first] = messages
  if (messages.length === 1 && first?.role === 'user') return first.content
  return `${messages.map(({ role, content }) => `${SPEAKER[role]}: ${content}`).join('\n\n')}\n\nAssistant:`
}

/** A job as far as an answer tells of it. `created` is epoch seconds. */
export interface Answering {
  door: Door
  id: string
  created: number
  model: string
}

export function usageOf(job: { prompt_tokens: number | null; tokens_generated: number }): OpenAiUsage {
  const prompt_tokens = job.prompt_tokens ?? 0
  return { prompt_tokens, completion_tokens: job.tokens_generated, total_tokens: prompt_tokens + job.tokens_generated }
}

/** The answer to a request that does not stream. */
export function wholeAnswer(of: Answering, text: string, finish_reason: string, usage: OpenAiUsage) {
  const { id, created, model } = of
  if (of.door === 'completion') {
    const choices = [{ index: 0, text, finish_reason, logprobs: null }]
    return { id, object: 'text_completion', created, model, choices, usage }
  }
  const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason }]
  return { id, object: 'chat.completion', created, model, choices, usage }
}

/** What one chunk of a stream brings. `opens`: it is the first of its answer, and says who speaks. */
export type Part =
  | ({ text: string; opens?: boolean } | { finish_reason: string; opens?: boolean })
  | { usage: OpenAiUsage }

/** One chunk of a stream as a server-sent event: text, or the end by its finish_reason. */
export function chunk(of: Answering, part: Part): string {
  const { id, created, model, door } = of
  const object = door === 'chat' ? 'chat.completion.chunk' : 'text_completion'
  const body = { id, object, created, model, choices: 'usage' in part ? [] : [choice(door, part)] }
  return event('usage' in part ? { ...body, usage: part.usage } : body)
}

function choice(door: Door, part: Exclude<Part, { usage: OpenAiUsage }>) {
  const finish_reason = 'finish_reason' in part ? part.finish_reason : null
  const text = 'text' in part ? part.text : ''
  if (door === 'completion') return { index: 0, text, finish_reason, logprobs: null }
  const speaker = part.opens ? { role: 'assistant' } : {}
  return { index: 0, delta: 'text' in part ? { ...speaker, content: text } : speaker, finish_reason }
}

export function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}
