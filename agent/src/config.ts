import { backendName } from '@mkt/schemas'
import type { OfferedModel } from './backends/backend.ts'
import type { EngineMembers } from './config-file.ts'
import { ConfigReader, defaultState, type Environment, rawConfig } from './config-reader.ts'
import { type ModelPrice, type PriceList, readPriceFile } from './price/price-file.ts'
import type { RawSettings } from './settings.ts'
import { configFaults } from './words/config-faults.ts'

/** How one engine is reached, and what of it is sold. Durations in milliseconds. */
export interface EngineSettings {
  /** As the file calls it; undefined where it is the only one, given by flags or as the file's own members. */
  name: string | undefined
  backend: 'huggingface' | 'langchain' | 'worker'
  /** `all`: those that it lists; `ask`: a person chooses among those. */
  choice: 'named' | 'all' | 'ask'
  /** Those that are named; what is chosen otherwise is known once the engine was asked. */
  models: readonly OfferedModel[]
  provider: 'openai' | 'ollama'
  endpoint_url: string | undefined
  concurrency: number
  mode: 'chat' | 'completion'
  first_token_timeout_ms: number
  idle_timeout_ms: number
  engine_key: string | undefined
}

/** What a host asks: a number, the market's price taken once at start, or one that follows it within bounds. */
export interface PriceSetting {
  kind: 'fixed' | 'market' | 'auto'
  /** How many times the market's price, in billionths; undefined: once. */
  factor_nano?: bigint | undefined
  min_nano: bigint | undefined
  max_nano: bigint | undefined
}

/**
 * What the agent runs with, every value checked; the price in nano-credits. A host has one backend and one address at
 * the server: the members of an engine that stand here are the first engine's, `models` and `concurrency` are all of them.
 */
export interface Config extends Omit<EngineSettings, 'name' | 'choice'> {
  /** Without a slash at the end. */
  server: string
  engines: readonly EngineSettings[]
  price: PriceSetting
  /** 0 until the market's price is known, where it is to be that. */
  price_nano: bigint
  /** Prices by model, of a file: which are asked is known with the models. */
  price_list?: PriceList | undefined
  /** What is asked for single models; the others are sold at the price above. */
  model_prices: Readonly<Record<string, ModelPrice>>
  /** For a token of the prompt. */
  input_price_nano: bigint
  gpu: string | undefined
  state: string
  max_tokens: number
  /** The owner has named max_tokens: it is not taken from the engine. */
  maxTokensGiven: boolean
  /** max_tokens of single models, where they differ. */
  model_max_tokens: Readonly<Record<string, number>>
  /** Tokens of prompt and answer together, of the models of which an engine says it; known once it was asked. */
  model_context_lengths: Readonly<Record<string, number>>
  /** A lasting connection to the server is wanted, where it has them. */
  channel: 'on' | 'off'
  log_level: 'debug' | 'info' | 'warn' | 'error'
  /** Makes a newly registered host the user's. */
  user_token: string | undefined
  /** What a person is to know about how flags and file went together. */
  notices: readonly string[]
}

const MOST_MODELS = 100

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
  const { raw, engines: listed, notices } = rawConfig({ flags, env }, faults)
  const read = new ConfigReader(raw, faults)
  const price = read.price()
  const bounds = { min_nano: read.bound('price_min'), max_nano: read.bound('price_max') }
  const priceFile = read.text('price_file')
  if (priceFile !== undefined && read.text('price') !== undefined) faults.push(configFaults.twoPrices)
  const engines = listed
    ? listed.map((members, at) => engineOf(members, `engines[${at}] (${members.name}): `, env, faults))
    : [engineOf({ name: undefined, raw, limits: {} }, '', env, faults)]
  const [first] = engines as [EngineSettings]
  const config: Config = {
    ...(first ?? engineOf({ name: undefined, raw: {}, limits: {} }, '', env, [])),
    server: read.url('server', 'the marketplace') ?? '',
    engines,
    models: engines.flatMap(({ models }) => models),
    concurrency: engines.reduce((sum, { concurrency }) => sum + concurrency, 0),
    price: { kind: typeof price === 'bigint' ? 'fixed' : price, factor_nano: read.factor(), ...bounds },
    price_list: priceFile === undefined ? undefined : readPriceFile(priceFile, faults),
    price_nano: typeof price === 'bigint' ? price : 0n,
    model_prices: {},
    input_price_nano: read.bound('input_price') ?? 0n,
    gpu: read.gpu(),
    state: read.text('state') ?? defaultState(),
    max_tokens: read.integer('max_tokens', 1, 1_000_000, 4096),
    maxTokensGiven: read.text('max_tokens') !== undefined,
    model_max_tokens: Object.assign({}, ...(listed ?? []).map(({ limits }) => limits)),
    model_context_lengths: {},
    channel: read.choice('channel', ['on', 'off'], 'on'),
    log_level: read.choice('log_level', ['debug', 'info', 'warn', 'error'], 'info'),
    user_token: env.MKT_TOKEN || undefined,
    notices,
  }
  faults.push(...modelFaults(config.models), ...priceFaults(config))
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze(config)
}

/** What the host can offer of these in all. */
export function modelFaults(models: readonly OfferedModel[]): string[] {
  const names = new Set(models.map(({ name }) => name))
  return [
    ...(names.size < models.length ? [configFaults.sameModel] : []),
    ...(names.size > MOST_MODELS ? [configFaults.tooManyModels(MOST_MODELS)] : []),
  ]
}

function priceFaults({ price: { kind, min_nano, max_nano, factor_nano }, price_nano, price_list }: Config): string[] {
  if (factor_nano !== undefined && kind === 'fixed') return [configFaults.factorOfWhat]
  if (price_list) return min_nano === undefined && max_nano === undefined ? [] : [configFaults.boundsOfFile]
  if (min_nano !== undefined && max_nano !== undefined && min_nano > max_nano) return [configFaults.boundsCross]
  if (kind === 'fixed' && (price_nano < (min_nano ?? 0n) || price_nano > (max_nano ?? price_nano)))
    return [configFaults.outOfBounds]
  return []
}

type Members = Omit<EngineMembers, 'name'> & { name: string | undefined }

function engineOf(
  { name, raw, limits: _ }: Members,
  where: string,
  env: Environment,
  faults: string[],
): EngineSettings {
  const found: string[] = []
  const read = new ConfigReader(raw, faults, where)
  const models = read.models()
  const fallback = raw.endpoint_url === undefined ? undefined : 'worker'
  const settings = {
    name,
    backend:
      (fallback
        ? read.choice('backend', backendName.options, fallback)
        : read.choice('backend', backendName.options)) ?? 'worker',
    choice: models === undefined ? ('ask' as const) : models === 'all' ? ('all' as const) : ('named' as const),
    models: Array.isArray(models) ? models : [],
    provider: read.choice('provider', ['openai', 'ollama'], 'openai'),
    endpoint_url: raw.endpoint_url === undefined ? undefined : read.url('endpoint_url', 'the engine'),
    concurrency: read.integer('concurrency', 1, 1000, 1),
    mode: read.choice('mode', ['chat', 'completion'], 'chat'),
    first_token_timeout_ms: read.integer('first_token_timeout', 1, 86_400, 120) * 1000,
    idle_timeout_ms: read.integer('idle_timeout', 1, 86_400, 60) * 1000,
    engine_key: undefined,
  } satisfies EngineSettings
  const keyed: EngineSettings = { ...settings, engine_key: engineKey(settings, env) }
  const backendIsSound = fallback !== undefined || backendName.safeParse(raw.backend).success
  if (backendIsSound && backendName.safeParse(raw.backend ?? fallback).success)
    found.push(...backendFaults(keyed, raw, env))
  faults.push(...found.map((fault) => where + fault))
  return keyed
}

/** HF_TOKEN goes to Hugging Face only; another engine gets a key when it is given one of its own. */
function engineKey(config: EngineSettings, env: Environment): string | undefined {
  if (env.MKT_AGENT_ENGINE_KEY) return env.MKT_AGENT_ENGINE_KEY
  if (config.backend !== 'huggingface' || !env.HF_TOKEN) return undefined
  const host = config.endpoint_url ? new URL(config.endpoint_url).hostname : 'huggingface.co'
  return /(^|\.)(huggingface\.co|huggingface\.cloud|hf\.space)$/.test(host) ? env.HF_TOKEN : undefined
}

function backendFaults(engine: EngineSettings, raw: RawSettings, env: Environment): string[] {
  const { backend, endpoint_url, mode, provider, choice } = engine
  const faults: string[] = []
  if (backend === 'worker' && raw.endpoint_url === undefined) {
    faults.push(configFaults.workerUrl)
  }
  if (backend === 'huggingface' && raw.endpoint_url === undefined) {
    if (!env.HF_TOKEN && !engine.engine_key) {
      faults.push(configFaults.huggingfaceUrl)
    }
    if (mode === 'completion') faults.push(configFaults.hubCompletion)
    if (choice !== 'named') faults.push(configFaults.hubModel)
  }
  if (backend === 'langchain') {
    if (raw.provider === undefined && endpoint_url === undefined) {
      faults.push(configFaults.langchainUrl)
    } else if (provider === 'openai' && raw.endpoint_url === undefined && !engine.engine_key) {
      faults.push(configFaults.openaiKey)
    }
    if (mode === 'completion') faults.push(configFaults.langchainCompletion)
  } else if (raw.provider !== undefined) {
    faults.push(configFaults.providerOf(backend))
  }
  return faults
}
