import type { ChatMessage, EngineOptions } from '@mkt/schemas'

/** One generation that is asked of an engine. */
export interface GenerateRequest extends EngineOptions {
  model: string
  /** Where there are `messages`: the same chat as one text, for engines without chat. */
  input_text: string
  messages?: readonly ChatMessage[] | undefined
  /** The prompt is to be continued as it stands, without a chat template around it, where the engine can. */
  raw?: boolean | undefined
  max_tokens: number
  temperature: number
  /** Aborting closes the connection to the engine. */
  signal: AbortSignal
}

/** The chat to send: the buyer's own, or the prompt as its only message. */
export function chatOf({ messages, input_text }: GenerateRequest): ChatMessage[] {
  return messages ? [...messages] : [{ role: 'user', content: input_text }]
}

/** What the buyer asked for beside the limits, and nothing that was not asked for: engines have their own defaults. */
export function optionsOf({ stop, top_p, seed }: GenerateRequest) {
  return {
    ...(stop === undefined ? {} : { stop }),
    ...(top_p === undefined ? {} : { top_p }),
    ...(seed === undefined ? {} : { seed }),
  }
}
