import { readFileSync } from 'node:fs'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { ENGINE_KEYS, type RawSettings, SETTINGS, type SettingKey } from './settings.ts'
import { configFaults } from './words/config-faults.ts'

/** One engine of the file's list; `model` among its settings is what `models` says. */
export interface EngineMembers {
  name: string
  raw: RawSettings
  /** max_tokens of single models. */
  limits: Record<string, number>
}

export interface ConfigFile {
  raw: RawSettings
  engines: EngineMembers[] | undefined
}

type Members = Record<string, unknown>
const NOTHING: ConfigFile = { raw: {}, engines: undefined }

/** The settings of a JSON file with comments. Faults are added to `faults`; what is sound is returned. */
export function readConfigFile(path: string, faults: string[]): ConfigFile {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    faults.push(configFaults.unreadable(path, systemFault(error)))
    return NOTHING
  }
  let content: unknown
  try {
    content = JSON.parse(stripComments(text))
  } catch (error) {
    faults.push(configFaults.notJson(path, (error as Error).message))
    return NOTHING
  }
  if (!isObject(content)) {
    faults.push(configFaults.notAnObject(path))
    return NOTHING
  }
  const { $schema: _, engines, ...settings } = content
  const raw = settingsOf(settings, { path, known: SETTINGS.map(({ key }) => key), also: ['engines'] }, faults)
  if (engines === undefined) return { raw, engines: undefined }
  const beside = ENGINE_KEYS.filter((key) => raw[key] !== undefined)
  if (beside.length > 0) {
    faults.push(configFaults.besideEngines(path, beside.join(', ')))
  }
  return { raw, engines: enginesOf(engines, path, faults) }
}

interface Place {
  path: string
  known: readonly SettingKey[]
  /** What else may stand there, for the message. */
  also: readonly string[]
}

function settingsOf(content: Members, { path, known, also }: Place, faults: string[]): RawSettings {
  const raw: RawSettings = {}
  for (const [key, value] of Object.entries(content)) {
    const setting = known.includes(key as SettingKey) ? SETTINGS.find((one) => one.key === key) : undefined
    const texts = Array.isArray(value) ? value : [value]
    if (!setting) {
      faults.push(configFaults.unknownSetting(path, JSON.stringify(key), [...known, ...also].join(', ')))
    } else if (!texts.every((item) => typeof item === 'string' || typeof item === 'number')) {
      faults.push(configFaults.notAText(path, key, 'many' in setting))
    } else if (Array.isArray(value) && !('many' in setting)) {
      faults.push(configFaults.oneValue(path, key))
    } else {
      raw[setting.key] = Array.isArray(value) ? value.map(decimal) : decimal(value)
    }
  }
  return raw
}

function enginesOf(list: unknown, path: string, faults: string[]): EngineMembers[] {
  if (!Array.isArray(list) || list.length === 0 || list.length > 20 || !list.every(isObject)) {
    faults.push(configFaults.engines(path))
    return []
  }
  const engines = list.map((members, at) => engineOf(members, `${path}: engines[${at}]`, faults))
  const names = new Set(engines.map(({ name }) => name))
  if (names.size < engines.length) faults.push(configFaults.sameName(path))
  return engines
}

function engineOf({ name, models, ...settings }: Members, path: string, faults: string[]): EngineMembers {
  const known = ENGINE_KEYS.filter((key) => key !== 'model')
  const raw = settingsOf(settings, { path, known, also: ['name', 'models'] }, faults)
  const named = typeof name === 'string' && name !== '' && name.length <= 64
  if (!named) faults.push(configFaults.unnamed(path))
  const limits: Record<string, number> = {}
  if (models === 'all' || models === 'auto') return { name: String(name), raw: { ...raw, model: ['all'] }, limits }
  const texts = Array.isArray(models) ? models.map((model) => modelText(model, limits)) : []
  if (texts.length === 0 || texts.includes(undefined)) {
    faults.push(configFaults.models(path))
  }
  return { name: String(name), raw: { ...raw, model: texts.filter((text) => text !== undefined) }, limits }
}

/** A model of the list as a flag would say it; its max_tokens is put into `limits`. Undefined where it is none. */
function modelText(model: unknown, limits: Record<string, number>): string | undefined {
  if (typeof model === 'string') return model
  if (!isObject(model)) return undefined
  const { name, engine_model, max_tokens, ...more } = model
  if (typeof name !== 'string' || name.includes('=') || Object.keys(more).length > 0) return undefined
  if (engine_model !== undefined && (typeof engine_model !== 'string' || engine_model === '')) return undefined
  if (max_tokens !== undefined) {
    if (!Number.isSafeInteger(max_tokens) || Number(max_tokens) < 1 || Number(max_tokens) > 1_000_000) return undefined
    limits[name] = Number(max_tokens)
  }
  return engine_model === undefined ? name : `${name}=${engine_model}`
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Comments become spaces, and so does a comma before a closing bracket; a string keeps what looks like either. */
export function stripComments(text: string): string {
  const uncommented = text.replace(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, keepStrings)
  return uncommented.replace(/"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g, keepStrings)
}

function keepStrings(match: string): string {
  return match[0] === '"' ? match : ' '
}

/** A number as the decimal that was meant: 1e-7 is no price that a person would write. */
export function decimal(value: unknown): string {
  const text = String(value)
  if (typeof value !== 'number' || !text.includes('e')) return text
  const fixed = value.toFixed(9)
  // With more decimals than there are it stays as it is, and is refused.
  return Number(fixed) === value ? fixed.replace(/\.?0+$/, '') : text
}
