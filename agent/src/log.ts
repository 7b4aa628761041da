import { styleText } from 'node:util'
import { type Logger, pino } from 'pino'

export type Log = Logger

interface Sink {
  isTTY?: boolean
  write(text: string): unknown
}

/**
 * JSON lines for machines, readable lines on a terminal. `secrets` are struck out of every line, and so is all that
 * looks like a key: libraries put keys into the messages of their errors.
 */
export function createLog(
  sink: Sink,
  { level = 'info', secrets = [] }: { level?: string; secrets?: string[] } = {},
): Log {
  const print = sink.isTTY ? readable : (line: string) => line
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

const LEVELS: Record<number, string> = {
  20: styleText('gray', 'debug'),
  30: styleText('cyan', 'info '),
  40: styleText('yellow', 'warn '),
  50: styleText('red', 'error'),
  60: styleText('red', 'fatal'),
}

function readable(line: string): string {
  const { level, time, msg, ...rest } = JSON.parse(line) as { level: number; time: string; msg?: string }
  const members = Object.entries(rest).map(([name, value]) => `${name}=${show(value)}`)
  const tail = members.length > 0 ? styleText('gray', `  ${members.join(' ')}`) : ''
  return `${time.slice(11, 19)} ${LEVELS[level] ?? level} ${msg ?? ''}${tail}\n`
}

function show(value: unknown): string {
  return typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value)
}
