import { writeJson } from '@mkt/schemas'
import { safeJson, safeLine, safeLines } from '@mkt/schemas/process/safe-text'
import type { Environment } from './config-reader.ts'
import { type Effects, realEffects } from './effects.ts'
import { EXIT, explain } from './failure.ts'
import { scrub } from './log.ts'

/** What a command that ends by itself works with. Tests give their own. */
export interface CommandIo {
  effects: Effects
  /** Default: the process's own. */
  env?: Environment
  /** One line of what was asked for. */
  print(line: string): void
  /** One line of talk: hints and errors. */
  tell(line: string): void
}

/** Does a command's work; the exit code is 0, what the work says, or what its failure stands for. */
export async function perform(work: (io: CommandIo) => Promise<number | undefined>, io = realIo()): Promise<number> {
  try {
    return (await work(io)) ?? EXIT.done
  } catch (error) {
    const { message, hints, code } = explain(error)
    io.tell(`mkt-agent: ${scrub(message)}`)
    for (const hint of hints) io.tell(`  ${scrub(hint)}`)
    return code
  }
}

function realIo(): CommandIo {
  return {
    effects: realEffects(),
    print: (line) => void process.stdout.write(`${safeLines(line)}\n`),
    tell: (line) => void process.stderr.write(`${safeLines(line)}\n`),
  }
}

/** An answer for a script; JSON leaves DEL, C1 controls and marks as they are, which a terminal would obey. */
export function jsonLine(body: unknown): string {
  return safeJson(writeJson(body))
}

/** `name  value` lines, the values under each other; those without a value are left out. */
export function fieldLines(fields: readonly (readonly [name: string, value: string | undefined])[]): string[] {
  const given = fields.filter(([, value]) => value !== undefined)
  const width = Math.max(0, ...given.map(([name]) => name.length))
  return given.map(([name, value]) => `${name.padEnd(width)}  ${safeLine(value as string)}`)
}

/** Rows under a head line; the columns are as wide as they need to be. */
export function tableLines(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows].map((row) => row.map(safeLine))
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
