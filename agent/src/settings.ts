/** One setting of `mkt-agent start`: a flag, a MKT_AGENT_* variable and a member of the configuration file. */
export interface Setting {
  /** As in the file; `endpoint_url` is `--endpoint-url` and MKT_AGENT_ENDPOINT_URL. */
  key: string
  /** What stands behind the flag; none for a switch. */
  value?: string
  many?: boolean
  /** Of one engine, and so a member of each of several in the configuration file. */
  engine?: boolean
  help: string
}

export const SETTINGS = [
  { key: 'server', value: 'URL', help: 'the marketplace, such as https://market.example.com' },
  {
    key: 'backend',
    value: 'NAME',
    engine: true,
    help: 'how to reach the engine: huggingface, langchain or worker (default: worker when an endpoint is given)',
  },
  {
    key: 'model',
    value: 'NAME[=ENGINE_MODEL]',
    many: true,
    engine: true,
    help:
      'a model to offer, and what the engine calls it; may be repeated; all or auto: every model that the engine ' +
      'lists (default: a terminal asks which)',
  },
  {
    key: 'provider',
    value: 'NAME',
    engine: true,
    help: 'for langchain: openai or ollama (default: openai when an endpoint is given)',
  },
  { key: 'endpoint_url', value: 'URL', engine: true, help: "the engine's address, with or without /v1" },
  {
    key: 'price',
    value: 'N|market|auto',
    help: 'credits per generated token, such as 0.001; market: the middle price of the others, taken once; auto: follows it',
  },
  {
    key: 'price_factor',
    value: 'N',
    help: 'with --price market or auto (the default then): so many times that price, such as 0.9',
  },
  {
    key: 'price_file',
    value: 'FILE',
    help: 'in place of --price: a JSON file of prices by model, {"tiny": 0.001, "*": 0.002}',
  },
  { key: 'input_price', value: 'N', help: 'credits per token of the prompt, as the engine counts them (default: 0)' },
  { key: 'price_min', value: 'N', help: 'the least that --price auto asks (default: half of the price at start)' },
  { key: 'price_max', value: 'N', help: 'the most that --price auto asks (default: double the price at start)' },
  { key: 'gpu', value: 'TEXT', help: 'what buyers see of the GPU (default: as nvidia-smi names it)' },
  { key: 'concurrency', value: 'N', engine: true, help: 'jobs at the same time (default: 1)' },
  { key: 'state', value: 'DIR', help: "where the host's key is kept (default: the user's data directory)" },
  {
    key: 'max_tokens',
    value: 'N',
    help: "the longest answer offered, in tokens (default: three quarters of each model's context where the engine says it, else 4096)",
  },
  {
    key: 'mode',
    value: 'NAME',
    engine: true,
    help: 'chat: the prompt is a user message; completion: it goes raw (default: chat)',
  },
  {
    key: 'first_token_timeout',
    value: 'SECONDS',
    engine: true,
    help: 'a job without a first token by then fails; the server is told, which waits as long as its operator allows (default: 120)',
  },
  {
    key: 'idle_timeout',
    value: 'SECONDS',
    engine: true,
    help: 'a job without a further token by then fails; on a market of strangers after 60 s in any case (default: 60)',
  },
  {
    key: 'channel',
    value: 'on|off',
    help: 'one lasting connection to the server where that has them, in place of a request for each call (default: on)',
  },
  { key: 'log_level', value: 'NAME', help: 'debug, info, warn or error (default: info)' },
] as const satisfies readonly Setting[]

export type SettingKey = (typeof SETTINGS)[number]['key']

/** What each engine has of its own. */
export const ENGINE_KEYS: readonly SettingKey[] = SETTINGS.filter((setting) => 'engine' in setting).map(
  ({ key }) => key,
)

/** Settings as text, before they mean anything; `model` is a list. */
export type RawSettings = Partial<Record<SettingKey, string | string[]>>

export function flagOf(key: string): string {
  return `--${key.replaceAll('_', '-')}`
}

export function variableOf(key: string): string {
  return `MKT_AGENT_${key.toUpperCase()}`
}
