import { backendName, formatCredits, MAX_NANO, models as modelNames, parseCredits } from '@mkt/schemas'
import envPaths from 'env-paths'
import type { OfferedModel } from './backends/backend.ts'
import { readConfigFile } from './config-file.ts'
import { flagOf, type RawSettings, SETTINGS, type SettingKey, variableOf } from './settings.ts'

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

type Environment = Record<string, string | undefined>

export interface ConfigSources {
  flags: RawSettings & { config?: string }
  /** Default: the process's own. */
  env?: Environment
}

/** The configuration of flags over MKT_AGENT_* variables over the file over defaults. Throws ConfigError with all faults. */
export function readConfig({ flags, env = process.env }: ConfigSources): Config {
  const faults: string[] = []
  const path = flags.config ?? env.MKT_AGENT_CONFIG
  const raw: RawSettings = { ...(path ? readConfigFile(path, faults) : {}), ...fromEnv(env), ...given(flags) }
  const read = new Reader(raw, faults)
  const config = {
    server: read.url('server', 'the marketplace') ?? '',
    backend: read.choice('backend', backendName.options) ?? 'worker',
    models: read.models(),
    provider: read.choice('provider', ['openai', 'ollama'], 'openai'),
    endpoint_url: raw.endpoint_url === undefined ? undefined : read.url('endpoint_url', 'the engine'),
    price_nano: read.price(),
    gpu: read.gpu(),
    concurrency: read.integer('concurrency', 1, 1000, 1),
    state: read.text('state') ?? envPaths('mkt-agent', { suffix: '' }).data,
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

function fromEnv(env: Environment): RawSettings {
  const raw: RawSettings = {}
  for (const setting of SETTINGS) {
    const value = env[variableOf(setting.key)]
    if (value) raw[setting.key] = 'many' in setting ? value.split(',').map((item) => item.trim()) : value
  }
  return raw
}

function given(flags: RawSettings): RawSettings {
  return Object.fromEntries(SETTINGS.flatMap(({ key }) => (flags[key] === undefined ? [] : [[key, flags[key]]])))
}

/** Reads settings one by one and collects what is wrong with them. */
class Reader {
  readonly #raw: RawSettings
  readonly #faults: string[]

  constructor(raw: RawSettings, faults: string[]) {
    this.#raw = raw
    this.#faults = faults
  }

  text(key: SettingKey): string | undefined {
    const value = this.#raw[key]
    return Array.isArray(value) ? value.join(',') : value || undefined
  }

  url(key: SettingKey, what: string): string | undefined {
    const text = this.text(key)
    if (text === undefined) {
      this.#faults.push(`${flagOf(key)} is missing: give the address of ${what}, such as http://127.0.0.1:8080`)
      return undefined
    }
    if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text).href.replace(/\/+$/, '')
    this.#wrong(key, text, 'must be an http or https URL, such as http://127.0.0.1:8080')
    return undefined
  }

  choice<const T extends string>(key: SettingKey, choices: readonly T[], fallback: T): T
  choice<const T extends string>(key: SettingKey, choices: readonly T[]): T | undefined
  choice<const T extends string>(key: SettingKey, choices: readonly T[], fallback?: T): T | undefined {
    const text = this.text(key)
    if (text === undefined) {
      if (fallback === undefined) this.#faults.push(`${flagOf(key)} is missing: give ${either(choices)}`)
      return fallback
    }
    if (choices.includes(text as T)) return text as T
    this.#wrong(key, text, `must be ${either(choices)}`)
    return fallback
  }

  integer(key: SettingKey, min: number, max: number, fallback: number): number {
    const text = this.text(key)
    if (text === undefined) return fallback
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    this.#wrong(key, text, `must be a whole number from ${min} to ${max}`)
    return fallback
  }

  price(): bigint {
    const text = this.text('price')
    const nano = text === undefined ? undefined : parseCredits(text)
    if (text === undefined) {
      this.#faults.push('--price is missing: give credits per generated token, such as 0.001 (0 gives tokens away)')
    } else if (nano === undefined || nano < 0n || nano > MAX_NANO) {
      this.#wrong(
        'price',
        text,
        `must be credits per token, 0 to ${formatCredits(MAX_NANO)} with at most 9 decimals, such as 0.001`,
      )
    }
    return nano ?? 0n
  }

  gpu(): string | undefined {
    const text = this.text('gpu')
    if (text === undefined || (text.length <= 200 && !/\p{Cc}/u.test(text))) return text
    this.#wrong('gpu', text.slice(0, 40), 'must be one line of at most 200 characters')
    return undefined
  }

  models(): OfferedModel[] {
    const value = this.#raw.model ?? []
    const offered = (Array.isArray(value) ? value : [value]).filter(Boolean).map((text): OfferedModel => {
      const at = text.indexOf('=')
      const name = at < 0 ? text : text.slice(0, at)
      const engineModel = at < 0 ? undefined : text.slice(at + 1)
      if (!modelNames.safeParse([name]).success || engineModel === '') {
        this.#wrong('model', text, 'must be NAME or NAME=ENGINE_MODEL, NAME of 1 to 200 characters')
      }
      return { name, engineModel }
    })
    const names = new Set(offered.map(({ name }) => name))
    if (offered.length === 0)
      this.#faults.push('--model is missing: name at least one model to offer, such as --model llama-3.1-8b')
    if (names.size < offered.length) this.#faults.push('--model names the same model twice: give each name once')
    if (names.size > 100) this.#faults.push('--model: a host offers at most 100 models')
    return offered
  }

  #wrong(key: SettingKey, text: string, wanted: string): void {
    this.#faults.push(`${flagOf(key)} ${wanted}, not ${JSON.stringify(text)}`)
  }
}

function either(choices: readonly string[]): string {
  return choices.length > 1 ? `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` : (choices[0] as string)
}
