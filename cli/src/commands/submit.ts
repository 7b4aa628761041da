import type { Command } from 'commander'
import { exitCodeHelp } from '../exit-code.ts'
import { modelName } from './argument.ts'
import { addEngineOptions } from './engine-options.ts'

export function declareSubmit(program: Command): void {
  const submit = program
    .command('submit')
    .description('run a prompt and print the text as it comes')
    .argument('[prompt]', 'the prompt; - or nothing reads standard input')
    // An unquoted prompt is the likely reason for more than one: the operation says so.
    .allowExcessArguments()
    .requiredOption('--model <name>', 'one of `mkt models`', modelName)
  addEngineOptions(submit)
    .option('--json', 'wait for the end and print the job as GET /jobs/{id} gives it')
    .option('--no-stream', 'wait for the end and print the text in one piece')
    .option('--file <path>', 'read the prompt from a file')
    .addHelpText(
      'after',
      `
The prompt goes out byte for byte, a newline at its end included. The text is followed by one newline.
Ctrl-C leaves the job running; \`mkt stream ID\` reads it again and \`mkt cancel ID\` stops it.

Examples:
  mkt submit --model llama-3.1-8b 'Why is the sky blue?'
  mkt submit --model llama-3.1-8b --max-tokens 500 --temperature 0 --file q.txt
  mkt submit --model llama-3.1-8b --stop . --top-p 0.9 --seed 7 'Name a fruit:'
  git diff | mkt submit --model llama-3.1-8b --no-stream - > review.txt
  mkt submit --model llama-3.1-8b --json 'Say hi' | jq -r .output_text
${exitCodeHelp}`,
    )
    .action(async (prompt: string | undefined, _options, command: Command) =>
      (await import('../operations/submit.ts')).submit(
        { argument: prompt, excess: command.args.length > 1 },
        command.optsWithGlobals(),
      ),
    )
}
