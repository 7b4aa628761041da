import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { doctorCommand } from './commands/doctor.ts'
import { hostCommands } from './commands/host.ts'
import { moneyCommands } from './commands/money.ts'
import { startCommand } from './commands/start.ts'

/** Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 the server refuses this host, 4 already running. */
async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('mkt-agent')
    .description("Sells a GPU's time on the marketplace: runs buyers' jobs on your engine and is paid per token.")
    .version(version())
    .addCommand(startCommand())
  for (const command of [doctorCommand(), ...hostCommands(), ...moneyCommands()]) program.addCommand(command)
  for (const command of [program, ...program.commands]) {
    command
      .exitOverride()
      .showHelpAfterError(
        `(${command === program ? 'mkt-agent' : `mkt-agent ${command.name()}`} --help shows what there is)`,
      )
  }
  try {
    await program.parseAsync(argv)
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 || error.code === 'commander.help' ? 0 : 2
  }
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

await main(process.argv)
