import type { ChatMessage, EngineOptions } from '@mkt/schemas'

/** What a buyer asks of an engine beside max_tokens and temperature, as stored with the job. */
export interface JobOptions extends EngineOptions {
  messages?: ChatMessage[]
  /** The input is to be continued as it stands, without a chat template around it. */
  raw?: true
}

export function readOptions(json: string | null): JobOptions {
  return json === null ? {} : (JSON.parse(json) as JobOptions)
}
