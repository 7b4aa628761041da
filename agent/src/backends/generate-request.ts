import { type ChatMessage, type EngineOptions, engineOptions } from '@mkt/schemas'

/** One generation that is asked of an engine. */
export interface GenerateRequest extends EngineOptions {
  model: string
  /** Where there are `messages`: the same chat as one text, for engines without chat. */
  input_text: string
  messages?: readonly ChatMessage[] | undefined
  /** The prompt is to be continued as it stands, without a chat template around it, where the engine can. */
  raw?: boolean | undefined
  /** What is there of the answer: the engine's next token follows it. max_tokens counts from there. */
  prefix?: string | undefined
  /** Nothing is to be written: this text is to be said to be as likely as it is. */
  score?: { text: string } | undefined
  max_tokens: number
  temperature: number
  /** Aborting closes the connection to the engine. */
  signal: AbortSignal
}

/** A message as OpenAI-style engines take it: one that only calls has no content. */
export type EngineMessage = Omit<ChatMessage, 'content'> & { content: ChatMessage['content'] | null }

/**
 * The chat to send: the buyer's own, or the prompt as its only message. An answer that goes on is its last one, with
 * what the buyer had begun of it.
 */
export function chatOf({ messages, input_text, prefix }: GenerateRequest): EngineMessage[] {
  const asked: readonly ChatMessage[] = messages ?? [{ role: 'user', content: input_text }]
  const sent = asked.map((message) =>
    message.content === '' && message.tool_calls ? { ...message, content: null } : message,
  )
  if (!prefix) return sent
  const last = sent.at(-1)
  if (last?.role !== 'assistant' || typeof last.content !== 'string' || last.tool_calls)
    return [...sent, { role: 'assistant', content: prefix }]
  return [...sent.slice(0, -1), { ...last, content: last.content + prefix }]
}

/**
 * That the last message is to be continued, in vLLM's words; llama-server, Ollama and others continue one of the
 * assistant's anyway. An engine that does neither fails the probe, and is never asked.
 */
export const continuing = ({ prefix }: GenerateRequest) =>
  prefix ? { continue_final_message: true, add_generation_prompt: false } : {}

/** The text to continue, for engines without chat. */
export const textOf = ({ input_text, prefix = '' }: GenerateRequest): string => input_text + prefix

/** Tasks are asked for on endpoints of their own. */
const { embed: _, rerank: __, ...WRITING } = engineOptions.shape
const OPTIONS = Object.keys(WRITING) as (keyof typeof WRITING)[]

/** What the buyer asked for beside the limits, and nothing that was not asked for: engines have their own defaults. */
export function optionsOf(request: GenerateRequest): EngineOptions {
  const asked = Object.fromEntries(
    OPTIONS.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]])),
  )
  return { ...asked, ...chosenTools(request), ...likelihoodsOf(request) }
}

/** llama-server reads a choice by its name as none: the tool that has to be called is the only one that it is shown. */
export function chosenTools({ tools, tool_choice }: EngineOptions): Pick<EngineOptions, 'tools' | 'tool_choice'> {
  if (typeof tool_choice !== 'object') return {}
  const { name } = tool_choice.function
  return { tools: tools?.filter((tool) => tool.function.name === name), tool_choice: 'required' }
}

/** It says none where none beside the token itself are asked for: one is, and left out again: see run.ts. */
function likelihoodsOf({ logprobs, top_logprobs = 0 }: EngineOptions): Pick<EngineOptions, 'top_logprobs'> {
  return logprobs ? { top_logprobs: Math.max(1, top_logprobs) } : {}
}

/** The same for an engine that continues a text: it calls nothing, and is asked for likelihoods by their number. */
export function textOptionsOf(request: GenerateRequest): Record<string, unknown> {
  const { tools: _, tool_choice: __, parallel_tool_calls: ___, logprobs, top_logprobs, ...options } = optionsOf(request)
  return logprobs ? { ...options, logprobs: top_logprobs } : options
}
