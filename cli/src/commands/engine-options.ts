import { type Command, Option } from 'commander'
import { credits, integer, numberBetween, repeated, wholeNumber } from './argument.ts'

/** What `submit` and `batch` may ask of a job beside its model and prompt. */
export function addEngineOptions(command: Command): Command {
  return command
    .option(
      '--max-tokens <n>',
      'generate at most this many tokens (default: 128, or what the model can)',
      wholeNumber(1),
    )
    .option('--temperature <t>', '0 to 2 (default: 0.7)', numberBetween(0, 2))
    .option('--top-p <p>', 'choose among the likeliest tokens that make up this share, 0 to 1', numberBetween(0, 1))
    .option('--seed <n>', 'the same seed gives the same text, where the engine can', integer)
    .option('--stop <text>', 'end before this text; up to 4 times', repeated(4))
    .option('--max-price <credits>', 'pay at most this for a token', credits)
    .option(
      '--max-input-price <credits>',
      'pay at most this for a token of the prompt (default: as --max-price)',
      credits,
    )
    .addOption(
      new Option('--partial <what>', 'of a text whose host left it: keep pays for what came, drop does not').choices([
        'drop',
        'keep',
      ]),
    )
    .option('--only-host <id>', 'let only this host run it; up to 100 times', repeated(100))
    .option('--not-host <id>', 'never let this host run it; up to 100 times', repeated(100))
    .option('--verified', 'let only hosts run it that were shown to run the model they name')
}
