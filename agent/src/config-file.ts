import { readFileSync } from 'node:fs'
import { type RawSettings, SETTINGS } from './settings.ts'

/** The settings of a JSON file with comments. Faults are added to `faults`; what is sound is returned. */
export function readConfigFile(path: string, faults: string[]): RawSettings {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    faults.push(
      `the configuration file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}): check --config`,
    )
    return {}
  }
  let content: unknown
  try {
    content = JSON.parse(stripComments(text))
  } catch (error) {
    faults.push(`the configuration file ${path} is not JSON: ${(error as Error).message}`)
    return {}
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    faults.push(`the configuration file ${path} must hold one JSON object, such as {"backend": "worker"}`)
    return {}
  }
  return settingsOf(content as Record<string, unknown>, path, faults)
}

function settingsOf(content: Record<string, unknown>, path: string, faults: string[]): RawSettings {
  const raw: RawSettings = {}
  for (const [key, value] of Object.entries(content)) {
    const setting = SETTINGS.find((known) => known.key === key)
    const texts = Array.isArray(value) ? value : [value]
    if (!setting) {
      faults.push(
        `${path}: there is no setting ${JSON.stringify(key)}; known are ${SETTINGS.map((known) => known.key).join(', ')}`,
      )
    } else if (!texts.every((item) => typeof item === 'string' || typeof item === 'number')) {
      faults.push(`${path}: ${key} must be a text or a number${'many' in setting ? ', or a list of texts' : ''}`)
    } else if (Array.isArray(value) && !('many' in setting)) {
      faults.push(`${path}: ${key} takes one value, not a list`)
    } else {
      raw[setting.key] = Array.isArray(value) ? value.map(decimal) : decimal(value)
    }
  }
  return raw
}

/** Comments become spaces, and so does a comma before a closing bracket; a string keeps what looks like either. */
function stripComments(text: string): string {
  const uncommented = text.replace(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, keepStrings)
  return uncommented.replace(/"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g, keepStrings)
}

function keepStrings(match: string): string {
  return match[0] === '"' ? match : ' '
}

/** A number as the decimal that was meant: 1e-7 is no price that a person would write. */
function decimal(value: unknown): string {
  const text = String(value)
  if (typeof value !== 'number' || !text.includes('e')) return text
  const fixed = value.toFixed(9)
  // With more decimals than there are it stays as it is, and is refused.
  return Number(fixed) === value ? fixed.replace(/\.?0+$/, '') : text
}
