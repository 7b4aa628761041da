import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cli } from './cli-test.ts'

/** The two files of a batch in a test's own directory, and its command line. */
export interface BatchFiles {
  input: string
  output: string
  journal: string
  args: string[]
  write(lines: readonly (object | string)[]): Promise<void>
  /** The whole lines of the output. */
  answers(): Promise<Record<string, unknown>[]>
}

export function batchFiles(cli: Cli, ...more: string[]): BatchFiles {
  const input = join(cli.directory, 'in.jsonl')
  const output = join(cli.directory, 'out.jsonl')
  return {
    input,
    output,
    journal: `${output}.progress`,
    args: ['batch', input, output, '--model', 'tiny', ...more],
    write: (lines) =>
      writeFile(input, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')),
    async answers() {
      const text = await readFile(output, 'utf8').catch(() => '')
      const lines = text.split('\n').slice(0, -1)
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    },
  }
}

export function prompts(count: number): { id: string; input_text: string }[] {
  return Array.from({ length: count }, (_, index) => ({ id: `p${index + 1}`, input_text: `prompt ${index + 1}` }))
}
