import type { ChatMessage, EngineOptions } from '@mkt/schemas'

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
  max_tokens: number
  temperature: number
  /** Aborting closes the connection to the engine. */
  signal: AbortSignal
}

/** The chat to send: the buyer's own, or the prompt as its only message; an answer that goes on is its last one. */
export function chatOf({ messages, input_text, prefix }: GenerateRequest): ChatMessage[] {
  const asked: ChatMessage[] = messages ? [...messages] : [{ role: 'user', content: input_text }]
  return prefix ? [...asked, { role: 'assistant', content: prefix }] : asked
}

/**
 * That the last message is to be continued, in vLLM's words; llama-server, Ollama and others continue one of the
 * assistant's anyway. An engine that does neither fails the probe, and is never asked.
 */
export const continuing = ({ prefix }: GenerateRequest) =>
  prefix ? { continue_final_message: true, add_generation_prompt: false } : {}

/** The text to continue, for engines without chat. */
export const textOf = ({ input_text, prefix = '' }: GenerateRequest): string => input_text + prefix

/** What the buyer asked for beside the limits, and nothing that was not asked for: engines have their own defaults. */
export function optionsOf({ stop, top_p, seed }: GenerateRequest) {
  return {
    ...(stop === undefined ? {} : { stop }),
    ...(top_p === undefined ? {} : { top_p }),
    ...(seed === undefined ? {} : { seed }),
  }
}
