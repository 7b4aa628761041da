import { type Command, Option } from 'commander'
import { exitCodeHelp } from '../exit-code.ts'
import { completedBy } from '../words/kinds.ts'
import { credits, repeated, wholeNumber } from './argument.ts'

export function declareEmbed(program: Command): void {
  const embed = program
    .command('embed')
    .description('make a vector of each text')
    .argument('[texts...]', 'the texts; - or nothing reads standard input, a text a line')
    .requiredOption(
      '--model <name>',
      'one of `mkt models` that makes embeddings; given again (up to 20), the next where none can serve the one before',
      completedBy('model', repeated(20)),
    )
    .option('--file <path>', 'read the texts from a file, a text a line')
    .option('--whole', 'the file, or standard input, is one text')
    .option('--dimensions <n>', 'numbers in each vector, where the model can', wholeNumber(1))
    .addOption(
      new Option('--format <name>', 'how each vector is printed, a line each (default: vectors)').choices([
        'vectors',
        'csv',
        'base64',
        'jsonl',
      ]),
    )
    .option('--json', 'print the job as GET /jobs/{id}?detail=full gives it')
    .option('--max-price <credits>', 'pay at most this for a token that is read', credits)
    .option('--only-host <id>', 'let only this host run it; up to 100 times', repeated(100))
    .option('--not-host <id>', 'never let this host run it; up to 100 times', repeated(100))
    .option('--verified', 'let only hosts run it that were shown to run the model they name')
  addExamples(embed).action(async (texts: string[], _options, command: Command) =>
    (await import('../operations/embed.ts')).embed(texts, command.optsWithGlobals()),
  )
}

function addExamples(embed: Command): Command {
  return embed.addHelpText(
    'after',
    `
Vectors come in the order of their texts: vectors is a JSON list of numbers, csv the numbers with commas, base64 the
same as little-endian 32-bit floats, jsonl an object with the text. What it cost is told at the end.
Many texts become jobs of at most 256 each, one after the other; with --json each job is a line.

Examples:
  mkt embed --model nomic-embed 'a red fox' 'a grey wolf'
  mkt embed --model nomic-embed --file titles.txt --format jsonl > titles.jsonl
  mkt embed --model nomic-embed --whole --file chapter.md
  mkt embed --model nomic-embed --format csv < titles.txt > titles.csv
  mkt embed --model nomic-embed --json 'a red fox' | jq .usage.prompt_tokens
${exitCodeHelp}`,
  )
}
