import { completionHelp, completionScript, SHELLS, type Shell } from '@mkt/schemas/process/completion'
import { Argument, type Command } from 'commander'

export function declareCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes the commands and options of mkt-server in your shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addHelpText('after', completionHelp('mkt-server'))
    .action((shell: Shell) => void process.stdout.write(completionScript(shell, program)))
}
