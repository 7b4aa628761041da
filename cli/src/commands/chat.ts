import type { Command } from 'commander'
import { exitCodeHelp } from '../exit-code.ts'
import { modelName } from './argument.ts'
import { addEngineOptions } from './engine-options.ts'

export function declareChat(program: Command): void {
  const chat = program
    .command('chat')
    .description('talk with a model: each line is a message, and the answers know those before')
    .requiredOption('--model <name>', 'one of `mkt models`', modelName)
    .option('--system <text>', 'what the model is told before all else')
  addEngineOptions(chat)
    .addHelpText(
      'after',
      `
At a terminal: /model NAME, /system TEXT, /clear, /help and /quit; Ctrl-C stops the answer and not the chat, Ctrl-D
ends it. An answer that fails leaves the conversation as it was, and is followed by what to do.
Without a terminal each line of standard input is a message, in order; the first answer that fails ends the chat.
Each message sends the whole conversation again, which costs where a host asks for the prompt too; /clear begins anew.

Examples:
  mkt chat --model llama-3.1-8b
  mkt chat --model llama-3.1-8b --system 'Be brief.' --max-tokens 500
  printf '%s\\n' 'Name a fruit' 'Its colour?' | mkt chat --model llama-3.1-8b
${exitCodeHelp}`,
    )
    .action(async (_options, command: Command) =>
      (await import('../operations/chat.ts')).chat(command.optsWithGlobals()),
    )
}
