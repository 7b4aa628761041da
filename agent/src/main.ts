import { readFileSync } from 'node:fs'
import { CommanderError } from 'commander'
import { guardOutput } from './output.ts'
import { buildProgram } from './program.ts'

/** Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 the server refuses this host, 4 already running. */
async function main(argv: readonly string[]): Promise<void> {
  try {
    await buildProgram(version()).parseAsync(argv)
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Help that was asked for is 0; a command that does nothing without another is wrong usage, its help on stderr.
    process.exitCode = error.exitCode === 0 ? 0 : 2
  }
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

guardOutput()
await main(process.argv)
