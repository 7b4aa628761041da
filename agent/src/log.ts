import { styleText } from 'node:util'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { type Logger, pino } from 'pino'
import type { Terminal } from './live-line.ts'

export type Log = Logger

/**
 * JSON lines for machines, readable lines on a terminal. `secrets` are struck out of every line, and so is all that
 * looks like a key: libraries put keys into the messages of their errors.
 */
export function createLog(
  sink: Terminal,
  { level = 'info', secrets = [] }: { level?: string; secrets?: string[] } = {},
): Log {
  const colour = sink.hasColors?.() ? styled : plain
  const print = sink.isTTY ? (line: string) => readable(line, colour) : plain
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => void sink.write(scrub(print(line), secrets)) },
  )
}

const KEYS = /\b(mkt_[a-z]_|hf_|sk-)[A-Za-z0-9_-]{6,}|\b(Bearer|Basic)\s+[A-Za-z0-9+/=._-]{6,}/g

/** The text without the secrets given, and without anything of the shape of a key. */
export function scrub(text: string, secrets: readonly string[] = []): string {
  let clean = text
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, '[redacted]')
  return clean.replace(KEYS, '[redacted]')
}

const LEVELS: Record<number, [name: string, colour: Colour]> = {
  20: ['debug', 'gray'],
  30: ['info ', 'cyan'],
  40: ['warn ', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
}

type Colour = 'gray' | 'cyan' | 'yellow' | 'red'
const plain = (text: string) => text
const styled = (text: string, colour: Colour) => styleText(colour, text, { validateStream: false })

function readable(line: string, paint: (text: string, colour: Colour) => string): string {
  const { level, time, msg, ...rest } = JSON.parse(line) as { level: number; time: string; msg?: string }
  const members = Object.entries(rest).map(([name, value]) => `${name}=${show(value)}`)
  const tail = members.length > 0 ? paint(`  ${members.join(' ')}`, 'gray') : ''
  const [name, colour] = LEVELS[level] ?? [String(level), 'gray']
  // Servers and engines write parts of messages; a terminal obeys none of them.
  const said = safeLine(msg ?? '')
  return `${time.slice(11, 19)} ${paint(name, colour)} ${said}${tail}\n`
}

function show(value: unknown): string {
  return safeLine(typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value))
}
