import type { ChatMessage, EngineOptions } from '@mkt/schemas'

/** What a buyer asks of an engine beside max_tokens and temperature, as stored with the job. */
export interface JobOptions extends EngineOptions {
  messages?: ChatMessage[]
  /** The input is to be continued as it stands, without a chat template around it. */
  raw?: true
  /** Nothing is to be written: it is to be said how likely this text is. */
  score?: { text: string }
  /** What the buyer calls prompts that begin alike. */
  cache_key?: string
  /** Where it answers a response that is kept. */
  response?: ResponseSettings
}

/** What a response of OpenAI's form says of its request; it stands with the job as long as its texts do. */
export interface ResponseSettings {
  instructions: string | null
  max_output_tokens: number | null
  previous_response_id: string | null
  parallel_tool_calls: boolean
  tool_choice: unknown
  tools: unknown[]
  format: unknown
  metadata: Record<string, string>
}

export function readOptions(json: string | null): JobOptions {
  return json === null ? {} : (JSON.parse(json) as JobOptions)
}
