/** One setting of `mkt-agent start`: a flag, a MKT_AGENT_* variable and a member of the configuration file. */
export interface Setting {
  /** As in the file; `endpoint_url` is `--endpoint-url` and MKT_AGENT_ENDPOINT_URL. */
  key: string
  /** What stands behind the flag; none for a switch. */
  value?: string
  many?: boolean
  help: string
}

export const SETTINGS = [
  { key: 'server', value: 'URL', help: 'the marketplace, such as https://market.example.com' },
  { key: 'backend', value: 'NAME', help: 'how to reach the engine: huggingface, langchain or worker' },
  {
    key: 'model',
    value: 'NAME[=ENGINE_MODEL]',
    many: true,
    help: 'a model to offer, and what the engine calls it; may be repeated',
  },
  {
    key: 'provider',
    value: 'NAME',
    help: 'for langchain: openai or ollama (default: openai when an endpoint is given)',
  },
  { key: 'endpoint_url', value: 'URL', help: "the engine's address, with or without /v1" },
  { key: 'price', value: 'N', help: 'credits per generated token, such as 0.001' },
  { key: 'gpu', value: 'TEXT', help: 'what buyers see of the GPU (default: as nvidia-smi names it)' },
  { key: 'concurrency', value: 'N', help: 'jobs at the same time (default: 1)' },
  { key: 'state', value: 'DIR', help: "where the host's key is kept (default: the user's data directory)" },
  { key: 'max_tokens', value: 'N', help: 'the longest answer offered, in tokens (default: 4096)' },
  { key: 'mode', value: 'NAME', help: 'chat: the prompt is a user message; completion: it goes raw (default: chat)' },
  { key: 'first_token_timeout', value: 'SECONDS', help: 'a job without a first token by then fails (default: 120)' },
  { key: 'idle_timeout', value: 'SECONDS', help: 'a job without a further token by then fails (default: 60)' },
  { key: 'log_level', value: 'NAME', help: 'debug, info, warn or error (default: info)' },
] as const satisfies readonly Setting[]

export type SettingKey = (typeof SETTINGS)[number]['key']

/** Settings as text, before they mean anything; `model` is a list. */
export type RawSettings = Partial<Record<SettingKey, string | string[]>>

export function flagOf(key: string): string {
  return `--${key.replaceAll('_', '-')}`
}

export function variableOf(key: string): string {
  return `MKT_AGENT_${key.toUpperCase()}`
}
