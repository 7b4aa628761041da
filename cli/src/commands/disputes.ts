import { type Command, Option } from 'commander'
import { idOf, wholeNumber } from './argument.ts'

const jobId = idOf('job')

/** Jobs that are not worth what they cost. */
export function declareDisputes(program: Command): void {
  program
    .command('dispute')
    .description('say that a job is not worth what it cost; the operator decides on a refund')
    .argument('<job>', 'job_...', jobId)
    .addOption(
      new Option('--reason <reason>', 'what is wrong with it')
        .choices(['garbage', 'truncated', 'wrong_model', 'other'])
        .makeOptionMandatory(),
    )
    .option('--text <text>', 'in your words')
    .option('--json', 'print what POST /jobs/{id}/dispute answers')
    .addHelpText('after', '\nExample:\n  mkt dispute job_01k9zq4v7m --reason garbage')
    .action(async (id: string, _options, command: Command) =>
      (await import('../operations/disputes.ts')).dispute(id, command.optsWithGlobals()),
    )
  program
    .command('disputes')
    .description('your disputes, newest job first')
    .option('--limit <n>', 'how many, 1 to 100 (default: 20)', wholeNumber(1, 100))
    .option('--offset <n>', 'leave out the newest n', wholeNumber(0))
    .option('--json', 'print what GET /users/me/disputes answers')
    .addHelpText('after', '\nExamples:\n  mkt disputes\n  mkt disputes --json')
    .action(async (_options, command: Command) =>
      (await import('../operations/disputes.ts')).disputes(command.optsWithGlobals()),
    )
}
