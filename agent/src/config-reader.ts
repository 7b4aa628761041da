import { formatCredits, MAX_NANO, models as modelNames, parseCredits } from '@mkt/schemas'
import envPaths from 'env-paths'
import type { OfferedModel } from './backends/backend.ts'
import { readConfigFile } from './config-file.ts'
import { flagOf, type RawSettings, SETTINGS, type SettingKey, variableOf } from './settings.ts'

export type Environment = Record<string, string | undefined>

/** The settings of flags over MKT_AGENT_* variables over the file, before they mean anything. */
export function rawSettings(
  { flags, env }: { flags: RawSettings & { config?: string }; env: Environment },
  faults: string[],
): RawSettings {
  const path = flags.config ?? env.MKT_AGENT_CONFIG
  return { ...(path ? readConfigFile(path, faults) : {}), ...fromEnv(env), ...given(flags) }
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
