import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Settings as `VARIABLE=VALUE`; a later one of a name wins. Undefined where one of them is none. */
export function parseSettings(given: readonly string[]): Map<string, string> | undefined {
  const settings = new Map<string, string>()
  for (const text of given) {
    const [, name, value] = /^([A-Z][A-Z0-9_]{0,99})=([^\p{Cc}]*)$/u.exec(text) ?? []
    if (name === undefined || value === undefined) return undefined
    settings.set(name, value)
  }
  return settings
}

/** Sets variables in the file that systemd reads, which only its owner may read; its other lines stay as they are. */
export function setVariables(file: string, settings: ReadonlyMap<string, string>): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const before = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : []
  const kept = before.filter((line) => !settings.has(line.slice(0, line.indexOf('='))))
  const lines = [...kept, ...[...settings].map(([name, value]) => `${name}=${quoted(value)}`)]
  writeFileSync(`${file}.new`, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function quoted(value: string): string {
  if (/^[\w@%+=:,./-]*$/.test(value)) return value
  return `"${value.replace(/["\\$`]/g, '\\$&')}"`
}
