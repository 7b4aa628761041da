import type { Command } from 'commander'
import { exitCodeHelp } from '../exit-code.ts'
import { completedBy } from '../words/kinds.ts'
import { repeated, wholeNumber } from './argument.ts'
import { addEngineOptions } from './engine-options.ts'

export function declareSubmit(program: Command): void {
  const submit = program
    .command('submit')
    .description('run a prompt and print the text as it comes')
    .argument('[prompt]', 'the prompt; - or nothing reads standard input')
    // An unquoted prompt is the likely reason for more than one: the operation says so.
    .allowExcessArguments()
    .requiredOption(
      '--model <name>',
      'one of `mkt models`; given again (up to 20), the next where none can serve the one before',
      completedBy('model', repeated(20)),
    )
  addEngineOptions(submit)
    .option('--system <text>', 'what the model is told before the prompt')
    .option('--tools <path>', 'a JSON file with a list of functions that the model may call, as OpenAI has them')
    .option('--schema <path>', 'a JSON schema that the answer has to fit')
    .option('--image <path>', 'a PNG, JPEG or WebP to look at, 8 MiB in all; up to 16 times', repeated(16))
    .option('--n <n>', 'so many answers, each a job of its own, 1 to 8 (default: 1)', wholeNumber(1, 8))
    .option('--json', 'wait for the end and print the job as GET /jobs/{id} gives it')
    .option('--no-stream', 'wait for the end and print the text in one piece')
    .option('--file <path>', 'read the prompt from a file')
    .addHelpText(
      'after',
      `
The prompt goes out byte for byte, a newline at its end included. The text is followed by one newline,
and by a line for each function that the model calls: name({"its": "arguments"}).
With --n each answer stands under a line of its own, --- 2 of 3 (job_...), and comes as it is generated once those
before it are whole; with --json each job is a line. With --seed the others have the seeds behind it.
With --tools and --schema the model may call functions, and what it says in the end fits the schema.
Ctrl-C leaves the job running; \`mkt stream ID\` reads it again and \`mkt cancel ID\` stops it.

Examples:
  mkt submit --model llama-3.1-8b 'Why is the sky blue?'
  mkt submit --model llama-3.1-8b --max-tokens 500 --temperature 0 --file q.txt
  mkt submit --model llama-3.1-8b --stop . --top-p 0.9 --seed 7 'Name a fruit:'
  mkt submit --model llama-3.1-8b --model qwen-2.5-7b 'Whoever is there: say hi'
  mkt submit --model llama-3.1-8b --system 'Be brief.' --schema poem.json 'Rain'
  mkt submit --model llava-1.6 --image photo.jpg 'What is this?'
  mkt submit --model llama-3.1-8b --n 3 'Name a boat'
  mkt submit --model llama-3.1-8b --tools weather.json 'Rain in Oslo?'
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
