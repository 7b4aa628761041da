import { completionHelp, completionScript, SHELLS, type Shell } from '@mkt/schemas/process/completion'
import { Argument, Command } from 'commander'

/** `mkt-agent completion`: a script for the shell, made from the commands and flags of the whole program. */
export function completionCommand(): Command {
  const command = new Command('completion')
    .description('Print a script that completes the commands and options of mkt-agent in your shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addHelpText('after', completionHelp('mkt-agent'))
  return command.action((shell: Shell) => {
    process.stdout.write(completionScript(shell, command.parent as Command))
  })
}
