import { completionHelp, SHELLS, type Shell } from '@mkt/schemas/process/completion'
import { Argument, type Command } from 'commander'
import { WORD_KINDS, type WordKind } from '../words/kinds.ts'

export function declareCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes the commands and options of mkt in your shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addHelpText('after', completionHelp('mkt'))
    .action(async (shell: Shell) => (await import('../operations/completion.ts')).completion(shell, program))

  // What these scripts ask when Tab is pressed.
  program
    .command('completion-words', { hidden: true })
    .description('names and ids of a kind, as the server knows them; nothing where it does not answer at once')
    .addArgument(new Argument('<kind>', 'of what').choices(WORD_KINDS))
    .addHelpText('after', '\nExample:\n  mkt completion-words model')
    .action(async (kind: WordKind) => (await import('../operations/completion-words.ts')).completionWords(kind))
}
