import { type Command, Option } from 'commander'
import { exitCodeHelp } from '../exit-code.ts'
import { duration, modelName, wholeNumber } from './argument.ts'
import { addEngineOptions } from './engine-options.ts'

export function declareBatch(program: Command): void {
  const batch = program
    .command('batch')
    .description('run all prompts of a file, several at once; killed or broken off, it goes on where it was')
    .argument('<in.jsonl>', 'one submission a line')
    .argument('<out.jsonl>', 'gets one line for each, in the same order')
    .option('--concurrency <n>', 'jobs at a time, 1 to 500', wholeNumber(1, 500), 8)
    .addOption(
      new Option('--patience <time>', 'wait so long for a server or hosts that are away')
        .argParser(duration)
        .default(600_000, '10m'),
    )
    .option('--retries <n>', 'submit again when a host was lost or none came', wholeNumber(0, 100), 2)
    .option('--model <name>', 'for the lines without a model', modelName)
    .option('--again', 'submit anew what was submitted more than a day ago and never answered')
  addEngineOptions(batch)
    .addHelpText(
      'after',
      `
A line of the input is {"input_text": "..."} (or "prompt"), with "id", "model", "max_tokens", "temperature", "top_p",
"seed", "stop", "max_price_per_token" where wanted; the options above hold for the lines that do not say.
A line of the output is the ended job as GET /jobs/{id} gives it, with the input's "line" and "id"; of a prompt that
the server refused it has "status": "failed", "error" and "message".

The same command again goes on after any end (Ctrl-C, kill -9, no credits) and skips what is answered; no prompt is
run twice: after more than a day it asks first, with --again. out.jsonl.progress keeps what that needs: leave it beside the output.

Examples:
  mkt batch questions.jsonl answers.jsonl --model llama-3.1-8b --concurrency 32
  mkt batch in.jsonl out.jsonl --max-tokens 500 --patience 2h --retries 5
  jq -Rc '{input_text: .}' prompts.txt > in.jsonl
  mkt batch in.jsonl out.jsonl --model tiny
${exitCodeHelp}`,
    )
    .action(async (input: string, output: string, _options, command: Command) =>
      (await import('../operations/batch.ts')).batch(input, output, command.optsWithGlobals()),
    )
}
