import { backendName } from '@mkt/schemas'
import type { OfferedModel } from './backends/backend.ts'
import { ConfigReader, defaultState, type Environment, rawSettings } from './config-reader.ts'
import type { RawSettings } from './settings.ts'

/** What the agent runs with, every value checked. Durations in milliseconds, the price in nano-credits. */
export interface Config {
  /** Without a slash at the end. */
  server: string
  backend: 'huggingface' | 'langchain' | 'worker'
  models: readonly OfferedModel[]
  provider: 'openai' | 'ollama'
  endpoint_url: string | undefined
  price_nano: bigint
  gpu: string | undefined
  concurrency: number
  state: string
  max_tokens: number
  mode: 'chat' | 'completion'
  first_token_timeout_ms: number
  idle_timeout_ms: number
  log_level: 'debug' | 'info' | 'warn' | 'error'
  /** Makes a newly registered host the user's. */
  user_token: string | undefined
  engine_key: string | undefined
}

/** All that is wrong with the configuration, each fault with what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/** Settings from the command line, and the file with more of them. */
export type Flags = RawSettings & { config?: string }

export interface ConfigSources {
  flags: Flags
  /** Default: the process's own. */
  env?: Environment
}

/** The configuration of flags over MKT_AGENT_* variables over the file over defaults. Throws ConfigError with all faults. */
export function readConfig({ flags, env = process.env }: ConfigSources): Config {
  const faults: string[] = []
  const raw = rawSettings({ flags, env }, faults)
  const read = new ConfigReader(raw, faults)
  const config = {
    server: read.url('server', 'the marketplace') ?? '',
    backend: read.choice('backend', backendName.options) ?? 'worker',
    models: read.models(),
    provider: read.choice('provider', ['openai', 'ollama'], 'openai'),
    endpoint_url: raw.endpoint_url === undefined ? undefined : read.url('endpoint_url', 'the engine'),
    price_nano: read.price(),
    gpu: read.gpu(),
    concurrency: read.integer('concurrency', 1, 1000, 1),
    state: read.text('state') ?? defaultState(),
    max_tokens: read.integer('max_tokens', 1, 1_000_000, 4096),
    mode: read.choice('mode', ['chat', 'completion'], 'chat'),
    first_token_timeout_ms: read.integer('first_token_timeout', 1, 86_400, 120) * 1000,
    idle_timeout_ms: read.integer('idle_timeout', 1, 86_400, 60) * 1000,
    log_level: read.choice('log_level', ['debug', 'info', 'warn', 'error'], 'info'),
    user_token: env.MKT_TOKEN || undefined,
    engine_key: undefined,
  } satisfies Config
  const keyed: Config = { ...config, engine_key: engineKey(config, env) }
  if (backendName.safeParse(raw.backend).success) faults.push(...backendFaults(keyed, raw, env))
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze(keyed)
}

/** HF_TOKEN goes to Hugging Face only; another engine gets a key when it is given one of its own. */
function engineKey(config: Config, env: Environment): string | undefined {
  if (env.MKT_AGENT_ENGINE_KEY) return env.MKT_AGENT_ENGINE_KEY
  if (config.backend !== 'huggingface' || !env.HF_TOKEN) return undefined
  const host = config.endpoint_url ? new URL(config.endpoint_url).hostname : 'huggingface.co'
  return /(^|\.)(huggingface\.co|huggingface\.cloud|hf\.space)$/.test(host) ? env.HF_TOKEN : undefined
}

function backendFaults(config: Config, raw: RawSettings, env: Environment): string[] {
  const { backend, endpoint_url, mode, provider } = config
  const faults: string[] = []
  if (backend === 'worker' && raw.endpoint_url === undefined) {
    faults.push('the worker backend needs --endpoint-url URL: the address of the server that generates')
  }
  if (backend === 'huggingface' && raw.endpoint_url === undefined) {
    if (!env.HF_TOKEN && !config.engine_key) {
      faults.push(
        'the huggingface backend needs --endpoint-url URL (TGI, vLLM, llama-server, ...), or HF_TOKEN to use the hub',
      )
    }
    if (mode === 'completion') faults.push('--mode completion needs --endpoint-url URL: the hub is asked in chat mode')
  }
  if (backend === 'langchain') {
    if (raw.provider === undefined && endpoint_url === undefined) {
      faults.push('the langchain backend needs --provider ollama, or --endpoint-url URL of an OpenAI-style server')
    } else if (provider === 'openai' && raw.endpoint_url === undefined && !config.engine_key) {
      faults.push("--provider openai without --endpoint-url is OpenAI's own API: set MKT_AGENT_ENGINE_KEY to its key")
    }
    if (mode === 'completion')
      faults.push('--mode completion works with --backend worker or huggingface: LangChain is asked in chat mode')
  } else if (raw.provider !== undefined) {
    faults.push(`--provider is for --backend langchain: leave it out with ${backend}`)
  }
  return faults
}
