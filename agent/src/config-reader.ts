import { resolve } from 'node:path'
import { formatCredits, MAX_NANO, models as modelNames, parseCredits } from '@mkt/schemas'
import envPaths from 'env-paths'
import type { OfferedModel } from './backends/backend.ts'
import { type ConfigFile, type EngineMembers, readConfigFile } from './config-file.ts'
import { ENGINE_KEYS, flagOf, type RawSettings, SETTINGS, type SettingKey, variableOf } from './settings.ts'
import { configFaults } from './words/config-faults.ts'

export type Environment = Record<string, string | undefined>

const LEAST_FACTOR = 10_000_000n
const MOST_FACTOR = 100_000_000_000n

/** Settings before they mean anything. */
export interface RawConfig {
  /** Of flags over MKT_AGENT_* variables over the file, without those of engines where the file has a list of these. */
  raw: RawSettings
  /** The file's list of engines. */
  engines: EngineMembers[] | undefined
  /** What a person is to know about how the sources went together. */
  notices: string[]
}

/**
 * The settings of flags over MKT_AGENT_* variables over the file. MKT_SERVER, which the other programs read too, names
 * the server where nothing of the agent's own does.
 */
export function rawConfig(
  { flags, env }: { flags: RawSettings & { config?: string }; env: Environment },
  faults: string[],
): RawConfig {
  const path = flags.config ?? env.MKT_AGENT_CONFIG
  const file: ConfigFile = path ? readConfigFile(path, faults) : { raw: {}, engines: undefined }
  const over = { ...fromEnv(env), ...given(flags) }
  const shared = env.MKT_SERVER ? { server: env.MKT_SERVER } : {}
  const raw = { ...shared, ...file.raw, ...over }
  const notices = path ? differences(file.raw, over, path) : []
  return file.engines
    ? { ...inEngines(raw, over, file.engines, faults), notices }
    : { raw, engines: undefined, notices }
}

/** The settings of one engine stand in its entry; a flag can override them only where there is no other. */
function inEngines(raw: RawSettings, over: RawSettings, engines: EngineMembers[], faults: string[]) {
  const rest = Object.fromEntries(Object.entries(raw).filter(([key]) => !ENGINE_KEYS.includes(key as SettingKey)))
  const ofEngines = ENGINE_KEYS.filter((key) => over[key] !== undefined)
  const [only, ...others] = engines
  if (only && others.length === 0) {
    const own = Object.fromEntries(ofEngines.map((key) => [key, over[key]]))
    const limits = own.model === undefined ? only.limits : {}
    return { raw: rest, engines: [{ ...only, limits, raw: { ...only.raw, ...own } }] }
  }
  const names = engines.map(({ name }) => name)
  faults.push(...ofEngines.map((key) => configFaults.whichEngine(flagOf(key), names)))
  return { raw: rest, engines }
}

/** A state directory other than the file's is another host, with a key and a balance of its own. */
function differences(file: RawSettings, over: RawSettings, path: string): string[] {
  const [now, there] = [over.state, file.state]
  if (now === undefined || there === undefined || resolve(String(now)) === resolve(String(there))) return []
  return [configFaults.otherState(String(now), String(there), path)]
}

/** Where keys are kept when nobody says where. */
export function defaultState(): string {
  return envPaths('mkt-agent', { suffix: '' }).data
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
export class ConfigReader {
  readonly #raw: RawSettings
  readonly #faults: string[]
  readonly #where: string

  /** `where` stands before each fault, such as `engines[1] (ollama): `. */
  constructor(raw: RawSettings, faults: string[], where = '') {
    this.#raw = raw
    this.#faults = faults
    this.#where = where
  }

  text(key: SettingKey): string | undefined {
    const value = this.#raw[key]
    return Array.isArray(value) ? value.join(',') : value || undefined
  }

  url(key: SettingKey, what: string): string | undefined {
    const text = this.text(key)
    if (text === undefined) {
      this.#fault(configFaults.noAddress(this.#called(key), what))
      return undefined
    }
    if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text).href.replace(/\/+$/, '')
    this.#wrong(key, text, configFaults.url)
    return undefined
  }

  choice<const T extends string>(key: SettingKey, choices: readonly T[], fallback: T): T
  choice<const T extends string>(key: SettingKey, choices: readonly T[]): T | undefined
  choice<const T extends string>(key: SettingKey, choices: readonly T[], fallback?: T): T | undefined {
    const text = this.text(key)
    if (text === undefined) {
      if (fallback === undefined) this.#fault(configFaults.noChoice(this.#called(key), either(choices)))
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
    this.#wrong(key, text, configFaults.wholeNumber(min, max))
    return fallback
  }

  /** The price, in nano-credits where it is a number. */
  price(): 'market' | 'auto' | bigint {
    const text = this.text('price') ?? this.#byOthers()
    if (text === 'market' || text === 'auto') return text
    if (text !== undefined) return this.credits('price', text)
    this.#fault(configFaults.noPrice)
    return 0n
  }

  /** A price that is not given by itself: of a file, or so many times what the market pays. */
  #byOthers(): string | undefined {
    if (this.text('price_file') !== undefined) return '0'
    return this.text('price_factor') === undefined ? undefined : 'auto'
  }

  /** How many times the market's price, in billionths. */
  factor(): bigint | undefined {
    const text = this.text('price_factor')
    if (text === undefined) return undefined
    const nano = parseCredits(text)
    if (nano !== undefined && nano >= LEAST_FACTOR && nano <= MOST_FACTOR) return nano
    this.#wrong('price_factor', text, configFaults.factor)
    return undefined
  }

  /** A price that may be left out. */
  bound(key: 'price_min' | 'price_max' | 'input_price'): bigint | undefined {
    const text = this.text(key)
    return text === undefined ? undefined : this.credits(key, text)
  }

  credits(key: SettingKey, text: string): bigint {
    const nano = parseCredits(text)
    if (nano !== undefined && nano >= 0n && nano <= MAX_NANO) return nano
    const words = key === 'price' ? ', market or auto' : ''
    this.#wrong(key, text, configFaults.credits(formatCredits(MAX_NANO), words))
    return 0n
  }

  gpu(): string | undefined {
    const text = this.text('gpu')
    if (text === undefined || (text.length <= 200 && !/\p{Cc}/u.test(text))) return text
    this.#wrong('gpu', text.slice(0, 40), configFaults.gpu)
    return undefined
  }

  /** The models as flags name them; `all`: those that the engine lists; undefined: a person is asked. */
  models(): readonly OfferedModel[] | 'all' | undefined {
    const value = this.#raw.model
    const texts = (Array.isArray(value) ? value : [value]).filter((text) => text !== undefined && text !== '')
    if (texts.length === 0) return undefined
    if (texts.length === 1 && (texts[0] === 'all' || texts[0] === 'auto')) return 'all'
    return texts.map((text) => this.model(text as string))
  }

  model(text: string): OfferedModel {
    const at = text.indexOf('=')
    const name = at < 0 ? text : text.slice(0, at)
    const engineModel = at < 0 ? undefined : text.slice(at + 1)
    if (!modelNames.safeParse([name]).success || engineModel === '') {
      this.#wrong('model', text, configFaults.model)
    }
    return { name, engineModel }
  }

  /** In a file a setting is a member, on the command line a flag. */
  #called(key: SettingKey): string {
    return this.#where === '' ? flagOf(key) : key
  }

  #fault(text: string): void {
    this.#faults.push(this.#where + text)
  }

  #wrong(key: SettingKey, text: string, wanted: string): void {
    this.#fault(configFaults.wrong(this.#called(key), wanted, JSON.stringify(text)))
  }
}

function either(choices: readonly string[]): string {
  return choices.length > 1 ? `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` : (choices[0] as string)
}
