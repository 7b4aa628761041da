import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { configCommand } from './commands/config.ts'
import { doctorCommand } from './commands/doctor.ts'
import { hostCommands } from './commands/host.ts'
import { moneyCommands } from './commands/money.ts'
import { serviceCommand } from './commands/service.ts'
import { startCommand } from './commands/start.ts'

/** Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 the server refuses this host, 4 already running. */
async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('mkt-agent')
    .description("Sells a GPU's time on the marketplace: runs buyers' jobs on your engine and is paid per token.")
    .version(version())
    .addCommand(startCommand())
  for (const command of [configCommand(), doctorCommand(), ...hostCommands(), ...moneyCommands(), serviceCommand()])
    program.addCommand(command)
  throwInsteadOfExit(program, 'mkt-agent')
  try {
    await program.parseAsync(argv)
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 || error.code === 'commander.help' ? 0 : 2
  }
}

/** Faults of usage come back as errors, so that they have one exit code, and say where the help is. */
function throwInsteadOfExit(command: Command, path: string): void {
  command.exitOverride().showHelpAfterError(`(${path} --help shows what there is)`)
  for (const sub of command.commands) throwInsteadOfExit(sub, `${path} ${sub.name()}`)
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

await main(process.argv)
