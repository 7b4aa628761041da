import { HELP_LINES, helpOutput } from '@mkt/schemas/process/help-text'
import { Command } from 'commander'
import { completionCommand } from './commands/completion.ts'
import { configCommand } from './commands/config.ts'
import { doctorCommand } from './commands/doctor.ts'
import { hostCommands } from './commands/host.ts'
import { moneyCommands } from './commands/money.ts'
import { serviceCommand } from './commands/service.ts'
import { startCommand } from './commands/start.ts'
import { startWords } from './words/start.ts'

/** `mkt-agent` with all its commands. */
export function buildProgram(version: string): Command {
  const program = new Command('mkt-agent')
    .description("Sells a GPU's time on the marketplace: runs buyers' jobs on your engine and is paid per token.")
    .version(version)
    .addHelpText(
      'after',
      `
Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 refused by the server, 4 another agent runs.

Examples:
  mkt-agent config > agent.json
  mkt-agent doctor --config agent.json
  mkt-agent start --config agent.json
  mkt-agent status`,
    )
  const host = [...hostCommands(), ...moneyCommands()]
  const commands = [startCommand(), configCommand(), doctorCommand(), ...host, serviceCommand(), completionCommand()]
  for (const command of commands) program.addCommand(command)
  throwInsteadOfExit(program, 'mkt-agent')
  return program
}

/** Faults of usage come back as errors, so that they have one exit code, and say where the help is. */
function throwInsteadOfExit(command: Command, path: string): void {
  command
    .exitOverride()
    .showHelpAfterError(startWords.seeHelp(path))
    .configureHelp({ ...command.configureHelp(), ...HELP_LINES })
    .configureOutput(helpOutput(process))
  for (const sub of command.commands) throwInsteadOfExit(sub, `${path} ${sub.name()}`)
}
