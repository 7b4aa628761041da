import { readFileSync } from 'node:fs'
import { CommanderError } from 'commander'
import { buildProgram } from './program.ts'

/** Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 the server refuses this host, 4 already running. */
async function main(argv: readonly string[]): Promise<void> {
  try {
    await buildProgram(version()).parseAsync(argv)
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 || error.code === 'commander.help' ? 0 : 2
  }
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

await main(process.argv)
